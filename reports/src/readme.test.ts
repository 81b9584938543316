import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countText, sharesOf } from './compare/agreement.ts';
import { compareRuns } from './compare/compare-runs.ts';
import type { Comparison } from './compare/comparison.ts';
import { verdictsText } from './compare/verdicts.ts';
import { formatAsGiven, formatShare } from './document/format.ts';
import { linkText } from './document/link-text.ts';
import { spreadText, valueText, withUnit } from './document/figure-text.ts';
import { plainText } from './document/block.ts';
import { layersSection } from './document/sections/layers.ts';
import { type Figure, keyOf } from './figures/figure.ts';
import { Relation } from './figures/relation.ts';
import { headerOf } from './figures/selections.ts';
import { plotsOf } from './plots/plots-of.ts';
import { standalone } from './plots/theme.ts';
import { mergeRuns } from './runs/merge-runs.ts';
import { networkOf, type ReportData } from './runs/report-data.ts';
import { readRun } from '@holbench/results/run-reader';
import { answers } from './verdicts/answer.ts';
import { paragraph } from './verdicts/sentences.ts';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'README.md');
const NAME = '2026-11-22-standard';
const RUN = `reports/published/${NAME}`;
const OTHER = `${NAME}-seed-1`;
/** Every protocol behind two proxies and without one. */
const LAYERS = '2026-11-23-layers';
const NO_GENERATOR = { commit: null, dirty: false };
const PUBLISHED = join(ROOT, 'reports/published/README.md');
const PICTURE = 'docs/pictures/holb-4g.svg';
const REMEDY = `README.md differs from a run that it names: node_modules/.bin/vitest run --project unit reports/src/readme.test.ts -u`;

const data = mergeRuns([await readRun(join(ROOT, RUN))]);
const report = { data, relation: Relation.of(data) };

const COLUMNS = [
  ['load-idle-p50', 'alone (idle)'],
  ['load-foreign-p50', 'download on another connection (foreign)'],
  ['load-self-p50', 'download on the same connection (self)'],
  ['load-holb-delay', 'HOLB delay'],
] as const;

test('the findings of README.md are those of the run folder that they name', async () => {
  const lines = [...answerLines(), '', ...tableLines(), '', ...setUpLines()];
  const text = await withBlock(README, 'findings', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(README);
});

test('so are those of one layer at a time', async () => {
  const layers = mergeRuns([await readRun(join(ROOT, 'reports/published', LAYERS))]);
  const text = await withBlock(README, 'layers', layersLines(layers));
  await expect(text, REMEDY).toMatchFileSnapshot(README);
});

test('its picture is that run’s, too', async () => {
  const plot = plotsOf(report).find(({ id }) => id === 'holb-4f-load-4g');
  await expect(standalone(plot?.svg ?? ''), REMEDY).toMatchFileSnapshot(join(ROOT, PICTURE));
});

test('the agreement in the README of the published runs is theirs', async () => {
  const there = mergeRuns([await readRun(join(ROOT, `reports/published/${OTHER}`))]);
  const comparison = compareRuns(report, { data: there, relation: Relation.of(there) });
  const lines = agreementLines(comparison).map((line) => `- ${line}`);
  const text = await withBlock(PUBLISHED, 'agreement', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(PUBLISHED);
});

test('no other part of README.md states a latency or a goodput', async () => {
  const readme = await readFile(README, 'utf8');
  const own = ['findings', 'layers'].reduce((text, name) => withLines(text, name, []), readme);
  expect(own.match(/[\d,.]*\d (?:ms|Mbit\/s|round trips)\b/g) ?? []).toEqual([]);
});

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
  const plot = plotsOf(report).find(({ id }) => id === 'holb-4f-load-4g');
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
  const place = { network: '4g', scenario: '4f', kind: 'text', fanOut: null } as const;
  const rows = Map.groupBy(report.relation.at(place), headerOf);
  return [
    'Median time until a 5 KB text is loaded over `4g`, in ms: the median of rounds (its interval; with fewer than six rounds, the number of each). What † means: [cautions](docs/measurement.md#cautions).',
    '',
    `| | ${COLUMNS.map(([, title]) => title).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '---|').join('')}`,
    ...[...rows].map(([header, figures]) => {
      const cells = COLUMNS.map(([id]) => cellText(figures.find(({ metric }) => metric.id === id)));
      return `| ${header} | ${cells.join(' | ')} |`;
    }),
  ];
}

/** HOLB delays by protocol and program, over each network. */
function layersLines(data: ReportData): string[] {
  const made = { data, relation: Relation.of(data) };
  const section = layersSection({ ...made, comparison: null, plots: [], generator: NO_GENERATOR });
  const path = `reports/published/${LAYERS}`;
  return [
    `From the run folder [${path}](${path}): \`pnpm report ${LAYERS} --out test-results/layers\`.`,
    ...(section?.blocks ?? []).flatMap((block) => {
      const [matrix] = block.block === 'section' ? block.section.blocks : [];
      if (matrix?.block !== 'table') return [];
      const [place] = matrix.rows.flatMap(({ cells }) =>
        cells.flatMap(({ figure }) => figure ?? []),
      );
      if (place?.scenario !== '4f') return [];
      const [, ...programs] = matrix.header;
      const link = linkText(networkOf(data, place.network).profile);
      return [
        '',
        `**HOLB delay in ms, scenario ${place.scenario} over network \`${place.network}\`** (${link}), and the goodput of the download:`,
        '',
        `| | ${programs.join(' | ')} |`,
        `|---|${programs.map(() => '---|').join('')}`,
        ...matrix.rows.map(({ group = '', cells: [protocol, ...cells] }) => {
          const of = group === 'As shipped' ? '' : `, ${group.toLowerCase()}`;
          const texts = cells.map(({ figure }) => {
            const goodput =
              figure && made.relation.find({ ...keyOf(figure), metric: 'goodput-self' });
            return `${cellText(figure)}${goodput ? `; ${withUnit(goodput)}` : ''}`;
          });
          return `| ${protocol ? plainText(protocol.text) : ''}${of} | ${texts.join(' | ')} |`;
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
  const place = { network: '4g', scenario: '5h', kind: 'text', fanOut: null } as const;
  const found = report.relation.at(place).filter(({ metric }) => metric.id === 'first-byte-rtt');
  const texts = found
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
    .map((figure) => `${figure.variant.id} ${valueText(figure)}`);
  return [
    `Round trips until the first byte of a new user over \`4g\` (scenario 5h, one round): ${texts.join(', ')}.`,
  ];
}
