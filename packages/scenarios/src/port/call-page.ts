import type { PageFunctions } from './holbench-page.ts';

/** A page of any Playwright version: Artillery has its own. */
interface EvaluatingPage {
  evaluate<Given>(run: (given: Given) => Promise<unknown>, given: Given): Promise<unknown>;
}

/** Calls functions that `page.ts` of a scenario exports, with their types. */
export type CallPage<Functions extends PageFunctions> = <Name extends keyof Functions & string>(
  name: Name,
  ...given: Parameters<Functions[Name]>
) => Promise<Awaited<ReturnType<Functions[Name]>>>;

/** Whether a failed call is that of a page whose renderer ended, in Playwright's words. */
export function isPageCrash(message: string): boolean {
  return /: (Page|Target) crashed/.test(message);
}

/** @param page has loaded the lab's page. */
export function callerOf<Functions extends PageFunctions>(
  page: EvaluatingPage,
  scenario: string,
): CallPage<Functions> {
  return async <Name extends keyof Functions & string>(
    name: Name,
    ...given: Parameters<Functions[Name]>
  ): Promise<Awaited<ReturnType<Functions[Name]>>> => {
    const called = await page.evaluate(
      ({ scenario, name, given }) => window.holbench.call(scenario, name, given),
      { scenario, name, given: [...given] },
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- page.ts types what it returns
    return called as Awaited<ReturnType<Functions[Name]>>;
  };
}
