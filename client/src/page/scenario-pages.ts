import type { Operation } from '@holbench/scenarios/port/operation';
import type { ScenarioPage } from '@holbench/scenarios/port/page-context';
import { findScenario } from '@holbench/scenarios/registry';

/** What `page.ts` of a scenario exports: its functions and, where a person can run it, its buttons. */
type PageModule = ScenarioPage & { readonly operation?: Operation };

/** Every `packages/scenarios/src/<id>-<name>/page.ts`: a new folder is found by itself. */
const modules = import.meta.glob<PageModule>(
  ['../../../packages/scenarios/src/*/page.ts', '!**/beside-bulk/**'],
  { eager: true },
);

const byId = new Map(
  Object.entries(modules).map(([path, module]) => {
    const folder = path.split('/').at(-2) ?? '';
    return [folder.split('-')[0] ?? folder, module] as const;
  }),
);

/** @throws Error for a scenario that has no page. */
export function pageModuleOf(scenario: string): PageModule {
  const module = byId.get(scenario);
  if (!module) throw new Error(`the scenario ${scenario} has no page`);
  return module;
}

export interface PageOperation extends Operation {
  readonly scenario: string;
  readonly title: string;
}

/** The scenarios that a person can run by hand, in their order. */
export const OPERATIONS: readonly PageOperation[] = [...byId]
  .flatMap(([scenario, { operation }]) => {
    const title = findScenario(scenario)?.title ?? scenario;
    return operation ? [{ ...operation, scenario, title }] : [];
  })
  .toSorted((a, b) => (a.scenario < b.scenario ? -1 : 1));
