import type { HolbenchPage, PageFunctions } from '@holbench/scenarios/port/holbench-page';
import type { PageContext } from '@holbench/scenarios/port/page-context';
import { pageModuleOf } from './scenario-pages.ts';

/** The scenarios' functions, by which bench and tests drive the page once it is connected. */
export function holbenchPage(connected: Promise<PageContext>): HolbenchPage {
  const functionsOf = new Map<string, PageFunctions>();
  return {
    ready: becomesReady(connected),
    transport: async () => (await connected).transport,
    call: async (scenario, name, given) => {
      const context = await connected;
      const functions = functionsOf.get(scenario) ?? pageModuleOf(scenario).page(context);
      functionsOf.set(scenario, functions);
      const called = functions[name];
      if (!called) throw new Error(`scenario ${scenario}: page.ts has no function "${name}"`);
      return called(...given);
    },
  };
}

async function becomesReady(connected: Promise<PageContext>): Promise<void> {
  await connected;
}
