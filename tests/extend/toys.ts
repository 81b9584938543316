/** A new file, or a line that goes into an existing one before the last line that matches. */
export type Edit =
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly line: string; readonly before: RegExp };

/** A scenario: one folder and one line. Its page lists the CoValues as often as the factor says. */
export const TOY_SCENARIO: readonly Edit[] = [
  {
    file: 'packages/scenarios/src/toy/scenario.ts',
    content: `import { pagesSeconds, PROCESSES_SECONDS } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  id: 'toy',
  title: 'Toy',
  kinds: ['text'],
  parameters: [],
  features: ['bulk'],
  files: 'fileBytes',
  plannedSeconds: (cell) => PROCESSES_SECONDS + pagesSeconds(cell, 1),
};
`,
  },
  {
    file: 'packages/scenarios/src/toy/page.ts',
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
    file: 'packages/scenarios/src/toy/drive.ts',
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
    file: 'packages/scenarios/src/toy/metrics.ts',
    content: `import { durations, type Metric } from '../metric.ts';

export const metrics: readonly Metric[] = [
  {
    id: 'toy-list',
    title: 'list of a toy',
    unit: 'ms',
    better: 'lower',
    definition: 'd from the call until the last byte of the answer',
    estimate: {
      of: 'operations',
      statistic: 'p50',
      values: (round) => durations(round, 'toy-list'),
    },
  },
];
`,
  },
  ...(
    [
      ['index', 'scenario', '{ scenario as toy }', /^\];/],
      ['drives', 'drive', '{ drive as toy }', /^\};/],
      ['metrics', 'metrics', '{ metrics as toy }', /^ {2}\}\)/],
      ['pages', 'page', '* as toy', /^\};/],
    ] as const
  ).flatMap(([list, file, what, end]) => [
    {
      file: `packages/scenarios/src/${list}.ts`,
      line: `import ${what} from './toy/${file}.ts';`,
      before: /^import .* from '.\/upload\//,
    },
    { file: `packages/scenarios/src/${list}.ts`, line: '  toy,', before: end },
  ]),
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
    stack: 'caddy h2',
    capabilities: ['checks-before-routing'],
    port: 8499,
    colour: '#000000',
  },`,
    before: /^\];/,
  },
];

/** A metric: one definition in its scenario's folder. */
export const TOY_METRIC: readonly Edit[] = [
  {
    file: 'packages/scenarios/src/connect/metrics.ts',
    line: `  {
    id: 'toy-visits',
    title: 'visits of a toy',
    unit: 'count',
    better: null,
    definition: 'visits of a new user, of all rounds',
    estimate: { of: 'sum', value: (round) => values(round, ['cold'], 'first-byte').length },
  },`,
    before: /^ {2}\.\.\.USERS/,
  },
];

/** A section: one file and its place. */
export const TOY_SECTION: readonly Edit[] = [
  {
    file: 'reports/src/document/sections/toy.ts',
    content: `import type { SectionOf } from '../../report.ts';

/** How many figures the report has. */
export const toySection: SectionOf = ({ relation }) => ({
  id: 'toy',
  title: 'A toy section',
  blocks: [{ block: 'prose', text: [\`\${relation.figures.length} figures\`] }],
});
`,
  },
  {
    file: 'reports/src/document/document-of.ts',
    line: "import { toySection } from './sections/toy.ts';",
    before: /^import .*sections\/resources/,
  },
  {
    file: 'reports/src/document/document-of.ts',
    line: '  toySection,',
    before: /^ {2}cellsSection/,
  },
];

/** A plot: one file and its place. */
export const TOY_PLOT: readonly Edit[] = [
  {
    file: 'reports/src/plots/toy.ts',
    content: `import * as Plot from '@observablehq/plot';
import { draw, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';

/** How many figures each scenario has. */
export function toyPlots({ relation }: PlotSource): Picture[] {
  const marks = [Plot.barX(relation.figures, Plot.groupY({ x: 'count' }, { y: 'scenario' }))];
  const panels = [{ height: 200, marginTop: 10, marginLeft: 60, marks }];
  const texts = { title: 'Figures of a toy', alt: 'Figures by scenario.', note: '' };
  return [draw({ id: ['toy'], network: '', topic: 'run', ...texts, panels })];
}
`,
  },
  {
    file: 'reports/src/plots/plots-of.ts',
    line: "import { toyPlots } from './toy.ts';",
    before: /^\/\*\* Those of one kind/,
  },
  { file: 'reports/src/plots/plots-of.ts', line: '  toyPlots,', before: /^ {2}timelinePlots/ },
];
