import type { Operation } from '@holbench/scenarios/port/operation';
import type { ScenarioPage } from '@holbench/scenarios/port/page-context';
import { folderOf, SCENARIOS } from '@holbench/scenarios/registry';

/** What `page.ts` of a scenario exports: its functions and, where a person can run it, its buttons. */
type PageModule = ScenarioPage & { readonly operation?: Operation };

/** Every `page.ts` of packages/scenarios: a new folder is found by itself. */
const modules = import.meta.glob<PageModule>(
  ['../../../packages/scenarios/src/*/page.ts', '!**/beside-bulk/**'],
  { eager: true },
);

const byId = new Map(
  SCENARIOS.flatMap(({ id }) => {
    const module = modules[`../../../packages/scenarios/src/${folderOf(id)}/page.ts`];
    return module ? [[id, module] as const] : [];
  }),
);

/** @throws Error for a scenario that has no page. */
export function pageModuleOf(scenario: string): PageModule {
  const module = byId.get(scenario);
  if (!module) throw new Error(`scenario ${scenario}: no page.ts in its folder; run pnpm build`);
  return module;
}

export interface PageOperation extends Operation {
  readonly scenario: string;
  readonly title: string;
}

/** The scenarios that a person can run by hand, in their order. */
export const OPERATIONS: readonly PageOperation[] = SCENARIOS.flatMap(({ id, title }) => {
  const operation = byId.get(id)?.operation;
  return operation ? [{ ...operation, scenario: id, title }] : [];
});
