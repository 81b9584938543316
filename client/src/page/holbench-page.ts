import { PAGES } from '@holbench/scenarios/pages';
import type { HolbenchPage, PageFunctions } from '@holbench/scenarios/port/holbench-page';
import type { PageContext } from '@holbench/scenarios/port/page-context';

/** The scenarios' functions, by which bench and tests drive the connected page. */
export function holbenchPage(connected: Promise<PageContext>): HolbenchPage {
  const functionsOf = new Map<string, PageFunctions>();
  return {
    ready: becomesReady(connected),
    transport: async () => (await connected).transport,
    fetch: async (path, init) => (await connected).fetch(new URL(path, location.href).href, init),
    call: async (scenario, name, given) => {
      const context = await connected;
      const functions = functionsOf.get(scenario) ?? PAGES[scenario]?.page(context) ?? {};
      functionsOf.set(scenario, functions);
      const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (!called)
        throw new Error(
          `the built page has no function "${name}" of scenario ${scenario}: run pnpm build, or add it to page.ts`,
        );
      return called(...given);
    },
  };
}

async function becomesReady(connected: Promise<PageContext>): Promise<void> {
  await connected;
}
