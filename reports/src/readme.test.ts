import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countText, sharesOf } from './compare/agreement.ts';
import { compareRuns } from './compare/compare-runs.ts';
import type { Comparison } from './compare/comparison.ts';
import { verdictsText } from './compare/verdicts.ts';
import { formatAsGiven, formatShare } from './document/format.ts';
import { linkText } from './document/link-text.ts';
import { spreadText, valueText, withUnit } from './document/figure-text.ts';
import { plainText, type Sentence, type TableBlock } from './document/block.ts';
import { CAUTION_MARK } from './figures/cautions.ts';
import { layersSection } from './document/sections/layers.ts';
import { type Figure, keyOf } from './figures/figure.ts';
import { Relation } from './figures/relation.ts';
import { headerOf } from './figures/selections.ts';
import { plotsOf } from './plots/plots-of.ts';
import { standalone } from './plots/theme.ts';
import { mergeRuns } from './runs/merge-runs.ts';
import { networkOf } from './runs/report-data.ts';
import { readRun } from '@holbench/results/run-reader';
import { sentenceText } from './render/markdown-text.ts';
import { tableGrid } from './render/markdown.ts';
import type { Report } from './report.ts';
import { inTheWayTable, settingsTable } from './tables/wait-tables.ts';
import { answers } from './verdicts/answer.ts';
import { paragraph } from './verdicts/sentences.ts';
import { splitSentences, waitStatements } from './verdicts/wait-sentences.ts';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'README.md');
const NAME = '2026-11-22-standard';
const RUN = `reports/published/${NAME}`;
const OTHER = `${NAME}-seed-1`;
/** Every protocol behind two proxies and without one. */
const LAYERS = '2026-11-23-layers';
/** Where the message waited, and which setting takes that away. */
const WAITS = '2026-11-24-wait';
const PUBLISHED = join(ROOT, 'reports/published/README.md');
const PICTURE = 'docs/pictures/holb-reference-4g.svg';
const WAIT_PICTURE = 'docs/pictures/wait-reference-4g.svg';
const WAIT_FINDING = join(ROOT, 'docs/findings/where-a-message-waits.md');
const PLACE = {
  network: 'reference-4g',
  scenario: 'download',
  kind: 'text',
  fanOut: null,
} as const;
const REMEDY = `README.md differs from a run that it names: node_modules/.bin/vitest run --project unit reports/src/readme.test.ts -u`;

const report = drawn(await reportOf(NAME));
const waits = drawn(await reportOf(WAITS));
const { data } = report;

const COLUMNS = [
  ['load-alone-p50', 'alone'],
  ['load-other-p50', 'download on another connection (other)'],
  ['load-same-p50', 'download on the same connection (same)'],
  ['load-sharing-wait', 'wait from sharing the connection'],
] as const;

test('the findings of README.md are those of the run folder that they name', async () => {
  const lines = [...answerLines(), '', ...tableLines(), '', ...setUpLines()];
  const text = await withBlock(README, 'findings', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(README);
});

test('so are those of one layer at a time', async () => {
  const text = await withBlock(README, 'layers', layersLines(await reportOf(LAYERS)));
  await expect(text, REMEDY).toMatchFileSnapshot(README);
});

test('so are the parts of the wait', async () => {
  const text = await withBlock(README, 'waits', waitLines(waits));
  await expect(text, REMEDY).toMatchFileSnapshot(README);
});

test('the finding of the wait has the table of its run', async () => {
  const lines = plainGrid(settingsTable(waits, PLACE));
  const text = await withBlock(WAIT_FINDING, 'settings', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(WAIT_FINDING);
});

test.each([
  [PICTURE, report, 'holb-download-load-reference-4g'],
  [WAIT_PICTURE, waits, 'wait-download-reference-4g'],
])('its picture %s is of that run, too', async (path, { plots }, id) => {
  const plot = plots.find((each) => each.id === id);
  await expect(standalone(plot?.svg ?? ''), REMEDY).toMatchFileSnapshot(join(ROOT, path));
});

test('README.md shows every picture that is stored', async () => {
  const readme = await readFile(README, 'utf8');
  const stored = await readdir(join(ROOT, 'docs/pictures'));
  expect(stored.filter((name) => !readme.includes(`(docs/pictures/${name})`))).toEqual([]);
});

test('the agreement in the README of the published runs is theirs', async () => {
  const comparison = compareRuns(report, await reportOf(OTHER));
  const lines = agreementLines(comparison).map((line) => `- ${line}`);
  const text = await withBlock(PUBLISHED, 'agreement', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(PUBLISHED);
});

test('no other part of README.md states a latency or a goodput', async () => {
  const readme = await readFile(README, 'utf8');
  const own = ['findings', 'layers', 'waits'].reduce(
    (text, name) => withLines(text, name, []),
    readme,
  );
  expect(own.match(/[\d,.]*\d (?:ms|Mbit\/s|round trips)\b/g) ?? []).toEqual([]);
});

/** Of a published run, without plots: few tests need them, and drawing all of a run takes a second. */
async function reportOf(name: string): Promise<Report> {
  const data = mergeRuns([await readRun(join(ROOT, 'reports/published', name))]);
  const generator = { commit: null, dirty: false };
  return { data, relation: Relation.of(data), comparison: null, plots: [], generator };
}

function drawn(of: Report): Report {
  return { ...of, plots: plotsOf(of) };
}

async function withBlock(path: string, name: string, lines: readonly string[]): Promise<string> {
  return withLines(await readFile(path, 'utf8'), name, lines);
}

/** A text with these lines between its two comments of that name. */
function withLines(text: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest = ''] = text.split(begin);
  const [, after] = rest.split(end);
  return `${before}${[begin, ...lines, end].join('\n')}${after}`;
}

/** How the two runs agree: headline figures, all of them, those of one round too, and verdicts. */
function agreementLines({ agreements, compared }: Comparison): string[] {
  const { headline, all } = agreements;
  const [enough, few] = [sharesOf(all), sharesOf(all.few)];
  const agreeing = enough.agreeing + few.agreeing;
  const judged = enough.compared + few.compared;
  return [
    `Headline figures: ${countText(headline)}.`,
    `All figures: ${countText(all)}.`,
    `Of all, those with too few rounds too: ${formatAsGiven(agreeing)} of ${formatAsGiven(judged)} (${formatShare(agreeing, judged)}).`,
    verdictsText(compared) || 'The same verdicts.',
  ];
}

/** What the first screen of the report says, with the run and the command. */
function answerLines(): string[] {
  const plot = report.plots.find(({ id }) => id === 'holb-download-load-reference-4g');
  return [
    `From the run folder [${RUN}](${RUN}): \`pnpm report ${NAME} --out test-results/published\`.`,
    '',
    `![${plot?.title}. ${plot?.alt}](${PICTURE})`,
    '',
    ...answers(report).flatMap(({ network, scenario, statements }, index) => {
      const link = linkText(networkOf(data, network).profile);
      const lines = statements.map((each) => `- ${plainText(paragraph(each))}`);
      const title = `**Scenario ${scenario} over network \`${network}\`** (${link}):`;
      return [...(index === 0 ? [] : ['']), title, '', ...lines];
    }),
  ];
}

function tableLines(): string[] {
  const rows = Map.groupBy(report.relation.at(PLACE), headerOf);
  return [
    'Median time until a 5 KB text is loaded over `reference-4g`, in ms: the median of rounds (its interval; with fewer than six rounds, the number of each). What † means: [cautions](docs/measurement.md#cautions).',
    '',
    `| | ${COLUMNS.map(([, title]) => title).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '---|').join('')}`,
    ...[...rows].map(([header, figures]) => {
      const cells = COLUMNS.map(([id]) => cellText(figures.find(({ metric }) => metric.id === id)));
      return `| ${header} | ${cells.join(' | ')} |`;
    }),
  ];
}

/** Without cautions, which nearly all figures over reference-4g have. */
function plainGrid(table: TableBlock): string[] {
  const isCaution = (line: Sentence) => plainText(line).startsWith(CAUTION_MARK);
  const rows = table.rows.map((row) => ({
    ...row,
    cells: row.cells.map(({ lines = [], ...cell }) => ({
      ...cell,
      lines: lines.filter((line) => !isCaution(line)),
    })),
  }));
  return tableGrid({ ...table, rows });
}

/** Where messages waited beside the download, with each setting. */
function waitLines(of: Report): string[] {
  const path = `reports/published/${WAITS}`;
  const place = PLACE;
  const link = linkText(networkOf(of.data, place.network).profile);
  const plot = of.plots.find(({ id }) => id === 'wait-download-reference-4g');
  const said = [splitSentences(of, place), ...waitStatements(of, place)];
  return [
    `From the run folder [${path}](${path}): \`pnpm report ${WAITS} --out test-results/wait\`.`,
    '',
    `![${plot?.title}. ${plot?.alt}](${WAIT_PICTURE})`,
    '',
    `**Scenario ${place.scenario} over network \`${place.network}\`** (${link}), as shipped; mean of the messages between the 45th and 55th percentile of a round:`,
    '',
    ...said.map((each) => `- ${sentenceText(paragraph(each))}`),
    '',
    '**What was in the way of a message**, as shipped and with each setting:',
    '',
    ...plainGrid(inTheWayTable(of, place)),
  ];
}

/** The wait from sharing the connection by protocol and program, over each network. */
function layersLines(of: Report): string[] {
  const section = layersSection(of);
  const path = `reports/published/${LAYERS}`;
  return [
    `From the run folder [${path}](${path}): \`pnpm report ${LAYERS} --out test-results/layers\`.`,
    ...(section?.blocks ?? []).flatMap((block) => {
      const [matrix] = block.block === 'section' ? block.section.blocks : [];
      if (matrix?.block !== 'table') return [];
      const [place] = matrix.rows.flatMap(({ cells }) =>
        cells.flatMap(({ figure }) => figure ?? []),
      );
      if (place?.scenario !== 'download') return [];
      const [, ...programs] = matrix.header;
      const link = linkText(networkOf(of.data, place.network).profile);
      return [
        '',
        `**Wait from sharing the connection in ms, scenario ${place.scenario} over network \`${place.network}\`** (${link}), and the goodput of the download:`,
        '',
        `| | ${programs.join(' | ')} |`,
        `|---|${programs.map(() => '---|').join('')}`,
        ...matrix.rows.map(({ group = '', cells: [protocol, ...cells] }) => {
          const by = group === 'As shipped' ? '' : `, ${group.toLowerCase()}`;
          const texts = cells.map(({ figure }) => {
            const goodput =
              figure && of.relation.find({ ...keyOf(figure), metric: 'goodput-same' });
            return `${cellText(figure)}${goodput ? `; ${withUnit(goodput)}` : ''}`;
          });
          return `| ${protocol ? plainText(protocol.text) : ''}${by} | ${texts.join(' | ')} |`;
        }),
      ];
    }),
  ];
}

function cellText(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  const lost = figure.failed > 0 ? `${figure.failed} of ${figure.n} unanswered` : '';
  // A bound whose interval says no more than itself.
  const spread = figure.censored && figure.low === figure.value ? '' : spreadText(figure);
  const remarks = [spread, lost].filter((text) => text !== '').join('; ');
  return `${valueText(figure)}${remarks === '' ? '' : ` (${remarks})`}`;
}

/** Who has the first byte when: one round, so no comparison. */
function setUpLines(): string[] {
  const place = {
    network: 'reference-4g',
    scenario: 'connect',
    kind: 'text',
    fanOut: null,
  } as const;
  const found = report.relation.at(place).filter(({ metric }) => metric.id === 'first-byte-rtt');
  const texts = found
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
    .map((figure) => `${figure.variant.id} ${valueText(figure)}`);
  return [
    `Round trips until the first byte of a new user over \`reference-4g\` (scenario connect, one round): ${texts.join(', ')}.`,
  ];
}
