import type { Operation } from '@holbench/scenarios/port/operation';
import type { ScenarioPage } from '@holbench/scenarios/port/page-context';

/** Exports of a scenario's `page.ts`: its functions and, if it can be run by hand, its buttons. */
type PageModule = ScenarioPage & { readonly operation?: Operation };

/**
 * Every `page.ts` of packages/scenarios; new folders need no entry. The page does not import the
 * registry, because its size is part of the measurement.
 */
const modules = Object.entries(
  import.meta.glob<PageModule>('../../../packages/scenarios/src/*/page.ts', { eager: true }),
).map(([path, module]) => ({ folder: path.split('/').at(-2) ?? '', module }));

/** A folder is named after its scenario: `download`, or `floor`. @throws Error */
export function pageModuleOf(scenario: string): PageModule {
  const isOf = (folder: string) => folder === scenario || folder.startsWith(`${scenario}-`);
  const found = modules.find(({ folder }) => isOf(folder));
  if (!found) throw new Error(`scenario ${scenario}: no page.ts in its folder; run pnpm build`);
  return found.module;
}

export interface PageOperation extends Operation {
  readonly scenario: string;
}

/** The scenarios that a person can run by hand, in their order. */
export const OPERATIONS: readonly PageOperation[] = modules
  .flatMap(({ folder, module: { operation } }) =>
    operation ? [{ ...operation, scenario: folder.split('-')[0] ?? folder }] : [],
  )
  .toSorted((a, b) => (a.scenario < b.scenario ? -1 : 1));
