import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareRuns } from './compare/compare-runs.ts';
import { type Comparison, countsText, isInTables, isOfHeadline } from './compare/comparison.ts';
import { formatAsGiven } from './document/format.ts';
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
import { tableGrid } from './render/markdown.ts';
import type { Report } from './report.ts';
import { settingsTable } from './tables/wait-tables.ts';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'README.md');
/** The six default servers beside a download, with and without random losses. */
const NAME = '2026-11-27-six-servers';
const RUN = `reports/published/${NAME}`;
/** Two runs of the same cells with other seeds. */
const TWINS = ['2026-11-22-standard', '2026-11-22-standard-seed-1'] as const;
/** Every protocol behind two proxies and without one. */
const LAYERS = '2026-11-23-layers';
/** Where the message waited, and which setting takes that away. */
const WAITS = '2026-11-24-wait';
const PUBLISHED = join(ROOT, 'reports/published/README.md');
const PICTURE = 'docs/pictures/answer-without-losses.svg';
const PICTURE_ID = 'answer-download-reference-4g+loss=0_pct';
const WAIT_PICTURE = 'docs/pictures/wait-reference-4g.svg';
const WAIT_FINDING = join(ROOT, 'docs/findings/where-a-message-waits.md');
const HTTP2_FINDING = join(ROOT, 'docs/findings/node-http2.md');
/** Runs of that finding: each Node at each rate, over each link. */
const HTTP2 = {
  nodes: ['20', '24', '26.8', '26.10'],
  perSecond: [1, 4, 20],
  links: [
    ['0.5', '0.5 %'],
    ['0', 'none'],
  ],
} as const;
const LAYERS_FINDING = join(ROOT, 'docs/findings/protocol-or-proxy.md');
const PLACE = {
  network: 'reference-4g',
  scenario: 'download',
  kind: 'text',
  fanOut: null,
} as const;
const REMEDY = `README.md differs from a run that it names: node_modules/.bin/vitest run --project unit reports/src/readme.test.ts -u`;

const report = drawn(await reportOf(NAME));
const { data } = report;

const COLUMNS = [
  ['load-alone-p50', 'alone'],
  ['load-other-p50', 'download on another connection (other)'],
  ['load-same-p50', 'download on the same connection (same)'],
  ['load-sharing-wait', 'wait from sharing the connection'],
] as const;

test('the findings of README.md are those of the run folder that they name', async () => {
  const lines = [...pictureLines(), '', ...tableLines()];
  const text = await withBlock(README, 'findings', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(README);
});

test('the finding about protocol and proxy has the tables of its run', async () => {
  const text = await withBlock(LAYERS_FINDING, 'layers', layersLines(await reportOf(LAYERS)));
  await expect(text, REMEDY).toMatchFileSnapshot(LAYERS_FINDING);
});

test('the finding of the wait has the picture and the table of its run', async () => {
  const waits = drawn(await reportOf(WAITS));
  const lines = plainGrid(settingsTable(waits, PLACE));
  const text = await withBlock(WAIT_FINDING, 'settings', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(WAIT_FINDING);
  await expectPicture(WAIT_PICTURE, waits, 'wait-download-reference-4g');
});

test('the finding about node:http2 has the figures of its runs', async () => {
  const text = await withBlock(HTTP2_FINDING, 'runs', await http2Lines());
  await expect(text, REMEDY).toMatchFileSnapshot(HTTP2_FINDING);
});

test('the picture of README.md is of its run, too', async () => {
  await expectPicture(PICTURE, report, PICTURE_ID);
});

test('README.md and the findings show every picture that is stored', async () => {
  const texts = await Promise.all([README, WAIT_FINDING].map((path) => readFile(path, 'utf8')));
  const stored = await readdir(join(ROOT, 'docs/pictures'));
  expect(stored.filter((name) => !texts.join('').includes(`pictures/${name})`))).toEqual([]);
});

test('the agreement in the README of the published runs is theirs', async () => {
  const [one, other] = await Promise.all(TWINS.map(reportOf));
  if (one === undefined || other === undefined) throw new Error('no twins');
  const lines = agreementLines(compareRuns(one, other)).map((line) => `- ${line}`);
  const text = await withBlock(PUBLISHED, 'agreement', lines);
  await expect(text, REMEDY).toMatchFileSnapshot(PUBLISHED);
});

test('no other part of README.md states a latency or a goodput', async () => {
  const readme = await readFile(README, 'utf8');
  const own = withLines(readme, 'findings', []);
  expect(own.match(/[\d,.]*\d (?:ms|Mbit\/s|round trips)\b/g) ?? []).toEqual([]);
});

/** Of a published run, without plots: few tests need them, and drawing all of a run takes a second. */
async function reportOf(name: string): Promise<Report> {
  const data = mergeRuns([await readRun(join(ROOT, 'reports/published', name))]);
  const generator = { commit: null, dirty: false };
  return { data, relation: Relation.of(data), comparison: null, plots: [], generator };
}

async function expectPicture(path: string, { plots }: Report, id: string): Promise<void> {
  const plot = plots.find((each) => each.id === id);
  await expect(standalone(plot?.svg ?? ''), REMEDY).toMatchFileSnapshot(join(ROOT, path));
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

/** How the two runs compare: headline figures, and all of the tables. */
function agreementLines({ compared }: Comparison): string[] {
  const [headline, tables] = [compared.filter(isOfHeadline), compared.filter(isInTables)];
  return [
    `Of ${headline.length} headline figures ${countsText(headline)}.`,
    `Of ${formatAsGiven(tables.length)} figures of all tables ${countsText(tables)}.`,
  ];
}

/** The run with its command, and its picture. */
function pictureLines(): string[] {
  const plot = report.plots.find(({ id }) => id === PICTURE_ID);
  return [
    `From the run folder [${RUN}](${RUN}): \`pnpm report ${NAME} --out test-results/published\`.`,
    '',
    `![${plot?.title}](${PICTURE})`,
  ];
}

/** The link whose queue is all that a message waits in comes first: it is known best. */
function tableLines(): string[] {
  const networks = data.manifest.networks.toReversed();
  const tables = networks.map(({ profile }) => {
    const { id: network } = profile;
    const rows = Map.groupBy(report.relation.at({ ...PLACE, network }), headerOf);
    return [
      `Median time until a 5 KB text is loaded over \`${network}\` (${linkText(profile)}), in ms (its interval):`,
      '',
      `| | ${COLUMNS.map(([, title]) => title).join(' | ')} |`,
      `|---|${COLUMNS.map(() => '---|').join('')}`,
      ...[...rows].map(([header, figures]) => {
        const cells = COLUMNS.map(([id]) =>
          cellText(figures.find(({ metric }) => metric.id === id)),
        );
        return `| ${header} | ${cells.join(' | ')} |`;
      }),
    ];
  });
  return tables.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
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

/** The wait from sharing the connection by protocol and program, over each network. */
function layersLines(of: Report): string[] {
  const section = layersSection(of);
  const path = `reports/published/${LAYERS}`;
  return [
    `From the run folder [${LAYERS}](../../${path}): \`pnpm report ${LAYERS} --out test-results/layers\`.`,
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

/** A row for each link and Node, by messages per second. */
async function http2Lines(): Promise<string[]> {
  const rows = HTTP2.links.flatMap(([loss, lossText]) =>
    HTTP2.nodes.map(async (node) => {
      const cells = await Promise.all(
        HTTP2.perSecond.map(async (rate) => {
          const name = `2026-11-27-http2-node-${node}-rate-${rate}-loss-${loss}`;
          const { relation, data } = await reportOf(name);
          const [own] = data.manifest.networks;
          const place = { ...PLACE, network: own?.profile.id ?? '' };
          const of = (metric: string) =>
            relation
              .at(place)
              .find((figure) => figure.variant.id === 'node-http2' && figure.metric.id === metric);
          return { wait: of('load-same-p50'), inBrowser: of('browser-same-p50') };
        }),
      );
      const waits = cells.map(({ wait }) => cellText(wait));
      return `| ${lossText} | ${node} | ${waits.join(' | ')} | ${cellText(cells.at(-1)?.inBrowser)} |`;
    }),
  );
  const rates = HTTP2.perSecond.map((rate) => `${rate} per second`);
  return [
    `| losses | Node | ${rates.join(' | ')} | of these in the browser, at 20 per second |`,
    `|---|---|${rates.map(() => '---|').join('')}---|`,
    ...(await Promise.all(rows)),
  ];
}

function cellText(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  const lost = figure.failed > 0 ? `${figure.failed} of ${figure.n} unanswered` : '';
  // A bound whose interval says no more than itself.
  const spread = figure.bound !== '' && figure.low === figure.value ? '' : spreadText(figure);
  const remarks = [spread, lost].filter((text) => text !== '').join('; ');
  return `${valueText(figure)}${remarks === '' ? '' : ` (${remarks})`}`;
}
