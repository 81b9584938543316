import { defineConfig } from '@playwright/test';
import { VARIANTS } from '@holbench/variants/registry';
import { leftOut, ONE_OF_EACH_PROTOCOL, runsSlowTests } from '../run/left-out.ts';
import type { LabOptions } from './lab.ts';

/** The page of a report, the site, and the page of the demo: no variant's. */
const REPORT = '{report,site}*.spec.ts';
const DEMO = 'demo*.spec.ts';

/** What the proxy of a control may break. Its page and its server are those of default variants. */
const CONTROL = 'reconnect.spec.ts';

const variants = runsSlowTests() ? VARIANTS : ONE_OF_EACH_PROTOCOL;

/** Pages in a real Chromium: the lab's in one project for each variant, those of a report and of the demo in their own. */
export default defineConfig<object, LabOptions>({
  testDir: '.',
  testIgnore: leftOut(),
  outputDir: '../../test-results/e2e',
  // Servers and browsers: as many at once as two cores can serve.
  workers: 2,
  timeout: 30_000,
  reporter: 'list',
  projects: [
    ...variants.map((variant) => ({
      name: variant.id,
      testIgnore: [REPORT, DEMO, ...leftOut()],
      ...(variant.group === 'control' && { testMatch: CONTROL }),
      use: { variant },
    })),
    { name: 'report', testMatch: REPORT },
    // A race has messages alone for four seconds before anything else is seen of it.
    // Only one of them may make a network.
    { name: 'demo', testMatch: DEMO, expect: { timeout: 30_000 }, workers: 1 },
  ],
});
