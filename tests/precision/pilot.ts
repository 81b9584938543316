import { readRun } from '../../packages/results/src/run-reader.ts';
import type { Sample } from '../../packages/results/src/sample.ts';
import { LABELS } from '../../packages/scenarios/src/labels.ts';
import { waitMs } from '../../packages/scenarios/src/families/beside-bulk/probe-latencies.ts';
import { sortSamples } from '../../packages/stats/src/sorted-samples.ts';
import { stratifiedMean } from '../../packages/stats/src/stratified-mean.ts';
import { studentQuantile } from '../../packages/stats/src/beta-distribution.ts';
import { orderStatistic } from '../../packages/stats/src/statistics.ts';
import { components } from './variance.ts';

/** Prints what varies between and inside of the connections of runs: `node tests/precision/pilot.ts RUN…`. */

interface Pilot {
  readonly place: string;
  readonly run: string;
  /** With its run: of a server's process and a browser. */
  readonly cell: string;
  readonly stratum: number | null;
  /** ln of each wait during the transfer. */
  readonly waits: readonly number[];
  readonly y: number;
}

const TEN_SECONDS_MS = 10_000;
const LEVEL = 0.95;
const waited = (each: Sample) => waitMs(each, { deadlineSeconds: 20 });

const all: Pilot[] = [];
for (const folder of process.argv.slice(2)) {
  const { cells } = await readRun(folder);
  for (const { cell, samples, connections = [] } of cells) {
    for (const { valid, connection, firstLoss, transfer } of connections) {
      const endMs = (transfer.window?.fromMs ?? 0) + TEN_SECONDS_MS;
      const own = samples.filter(
        (each) =>
          each.connection === connection &&
          each.label === LABELS.probe('same', 'load') &&
          each.intendedAtMs < endMs,
      );
      const sorted = sortSamples(own.map(waited));
      if (!cell.valid || !valid || sorted === null || transfer.phase !== 'same') continue;
      const { network, scenario, variant, arm } = cell;
      all.push({
        run: folder,
        cell: `${folder} ${cell.cell}`,
        place: `${network} | ${scenario} | ${variant}${arm === '' ? '' : `, ${arm}`}`,
        stratum: firstLoss?.stratum ?? null,
        waits: own.map((each) => Math.log(waited(each))),
        y: Math.log(orderStatistic(sorted, 0.5)),
      });
    }
  }
}

const names = ['message', 'connection', 'cell', 'run'].map((level) => `σ ${level}`);
const header = ['network', 'direction', 'server', 'connections', ...names, 'left by strata'];
printRow([...header, 'half-width', 'for ±20 %']);
printRow([...header, '', ''].map(() => '---'));
for (const own of groupedBy(all, ({ place }) => place)) {
  const ys = own.map(({ y }) => y);
  const strata = own.map(({ stratum }) => stratum);
  const { error, degrees } = stratifiedMean(ys, strata);
  const groups = groupedBy(own, ({ stratum }) => `${stratum}`).map((each) =>
    each.map(({ y }) => y),
  );
  const within = groups.length > 1 ? components(groups).within : NaN;
  const total = components([ys]).within;
  const message = components(own.map(({ waits }) => waits)).within;
  /** What connections of one cell, or run, have in common. */
  const common = (['cell', 'run'] as const).map((level) => {
    const of = groupedBy(own, (each) => each[level]).map((each) => each.map(({ y }) => y));
    return components(of).between;
  });
  // Of half-width t·σ ÷ √n, with t for many.
  const needed = Math.ceil(((1.96 * error) / Math.log(1.2)) ** 2 * ys.length);
  const halfWidth = Math.exp(studentQuantile(LEVEL, degrees) * error) - 1;
  printRow([
    own[0]?.place ?? '',
    `${ys.length}`,
    ...[message, total, ...common].map((variance) => digits(Math.sqrt(variance))),
    Number.isNaN(within) ? '–' : percent(within / total),
    `±${percent(halfWidth)}`,
    `${needed}`,
  ]);
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

function digits(sigma: number): string {
  return Number.isNaN(sigma) ? '–' : sigma.toFixed(2);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
