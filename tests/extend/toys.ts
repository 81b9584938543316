/** A new file, or a line that goes into an existing one before the last line that matches. */
export type Edit =
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly line: string; readonly before: RegExp };

/** A scenario: one folder and one line. Its page lists the CoValues as often as the factor says. */
export const TOY_SCENARIO: readonly Edit[] = [
  {
    file: 'packages/scenarios/src/7t-toy/scenario.ts',
    content: `import { pagesSeconds, PROCESSES_SECONDS } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  id: '7t',
  title: 'Toy',
  kinds: ['text'],
  presets: [],
  parameters: [],
  features: ['bulk'],
  files: 'fileBytes',
  plannedSeconds: (cell) => PROCESSES_SECONDS + pagesSeconds(cell, 1),
};
`,
  },
  {
    file: 'packages/scenarios/src/7t-toy/page.ts',
    content: `import type { Measurement } from '@holbench/results/sample';
import { measure } from '../page/measure.ts';
import type { PageContext } from '../port/page-context.ts';

export const page = ({ transport }: PageContext) => ({
  list: async (index: number, timeoutMs: number): Promise<Measurement> => {
    const intendedAtMs = performance.now();
    const intent = { label: 'toy-list', user: 0, index, intendedAtMs, clockZeroMs: 0, timeoutMs };
    return measure(intent, (signal) => transport.list(signal));
  },
});
`,
  },
  {
    file: 'packages/scenarios/src/7t-toy/drive.ts',
    content: `import type { CellRun } from '../port/cell-run.ts';
import type { page } from './page.ts';

export async function drive(run: CellRun): Promise<void> {
  const user = await run.openPage<ReturnType<typeof page>>(await run.browser());
  for (let index = 0; index < run.cell.factors.toyLists; index += 1) {
    run.record([await user.call('list', index, run.timeoutMs)]);
  }
}
`,
  },
  {
    file: 'packages/scenarios/src/7t-toy/metrics.ts',
    content: `import { type Metric, medianPerLabel } from '../metric.ts';

export const metrics: readonly Metric[] = [
  {
    id: 'toy-list',
    title: 'List of a toy',
    unit: 'ms',
    better: 'lower',
    definition: 'median over lists: call until the last byte of the answer',
    of: (finished) => medianPerLabel(finished, (label) => (label === 'toy-list' ? '' : null)),
  },
];
`,
  },
  {
    file: 'packages/scenarios/src/index.ts',
    line: "export { scenario as '7t-toy' } from './7t-toy/scenario.ts';",
    before: /$/,
  },
];

/** A factor: one file and its entry, which in TypeScript is an import and a place in the list. */
export const TOY_FACTOR: readonly Edit[] = [
  {
    file: 'packages/factors/src/toy-lists.ts',
    content: `import { withBulk } from './factor.ts';
import { countFactor } from './make-factor.ts';

export const toyLists = countFactor({
  key: 'toyLists',
  flag: 'toy-lists',
  help: 'number of times that the toy scenario lists the CoValues',
  scope: 'page',
  least: 1,
  most: 10,
  default: 2,
  appliesTo: withBulk,
  examples: [4],
});
`,
  },
  {
    file: 'packages/factors/src/registry.ts',
    line: "import { toyLists } from './toy-lists.ts';",
    before: /^import \{ tcpCc \}/,
  },
  { file: 'packages/factors/src/registry.ts', line: '  toyLists,', before: /^\] as const/ },
];

/** A proxied variant: one entry of the registry; its kind of proxy has a template already. */
export const TOY_VARIANT: readonly Edit[] = [
  {
    file: 'packages/variants/src/registry.ts',
    line: `  {
    id: 'toy-http2',
    code: 'T1',
    title: 'HTTP/2 + SSE, Caddy, a toy',
    group: 'control',
    transport: 'http',
    protocol: 'h2',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'caddy', protocol: 'h2' },
    capabilities: ['checks-before-routing'],
    port: 8449,
    colour: '#000000',
  },`,
    before: /^\];/,
  },
];
