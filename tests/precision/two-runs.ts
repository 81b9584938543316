import { parseArgs } from 'node:util';
import { unpairedInterval } from '../../packages/stats/src/average.ts';
import { studentQuantile } from '../../packages/stats/src/beta-distribution.ts';
import { sortSamples } from '../../packages/stats/src/sorted-samples.ts';
import { orderStatistic } from '../../packages/stats/src/statistics.ts';
import { Relation } from '../../reports/src/figures/relation.ts';
import { mergeRuns } from '../../reports/src/runs/merge-runs.ts';
import { readReportedRun } from '../../reports/src/runs/read-reported-run.ts';
import { losesAt } from '../../reports/src/runs/report-data.ts';
import { firstAnswers } from '../../reports/src/topics/topics.ts';
import type { Figure } from '../../reports/src/figures/figure.ts';

/**
 * Prints which figures of the first screen are equivalent in two runs with seeds of their own:
 * `node tests/precision/two-runs.ts RUN RUN`, with `--summary` how many. By two one-sided tests at 5 %: the 90 %
 * interval is inside the margin (Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15, 1987).
 */

/** 15 % or 15 ms, whichever is more; a factor of 1.5 over a link that loses packets at random. */
const [SHARE, MS, FACTOR] = [0.15, 15, 1.5];
const LEVEL = 0.9;

/** Quantiles of the normal distribution at 95 %, and at 90 % for either end: power 80 % of both tests. */
const NORMAL_BOTH = 1.645 + 1.282;

interface Found {
  readonly place: string;
  readonly what: string;
  readonly text: readonly [string, string];
  readonly isEquivalent: boolean;
  /** Probability of that, where both are equal. */
  readonly power: number;
  /** Connections of each run for a power of 80 %, within the margin, and within 20 %. */
  readonly needed: readonly [number, number];
}

const { values, positionals } = parseArgs({
  options: { summary: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [one, other] = await Promise.all(positionals.map(figuresOf));
if (!one || !other || positionals.length > 2)
  throw new Error('usage: two-runs.ts [--summary] RUN RUN');
const found = [...one].flatMap(([key, { figure, place, what, loses }]) => {
  const twin = other.get(key)?.figure;
  return twin === undefined ? [] : (compared(figure, twin, { place, what, loses }) ?? []);
});
if (!values.summary) {
  printRows(
    ['place', 'figure', 'one run', 'the other', 'equivalent', 'power', 'for 80 %', 'and ±20 %'],
    found.map(({ place, what, text, isEquivalent, power, needed }) => [
      place,
      what,
      ...text,
      isEquivalent ? 'yes' : 'no',
      `${Math.round(100 * power)} %`,
      ...needed.map(String),
    ]),
  );
}
printRows(
  [
    'place',
    'equivalent',
    'expected of equal figures',
    'connections for a power of 80 %: half of the servers need',
    'all need',
  ],
  [...Map.groupBy(found, ({ place }) => place)].map(([place, own]) => [
    place,
    `${equivalentIn(own)} of ${own.length}`,
    expectedIn(own).toFixed(1),
    neededBy(0.5, own),
    neededBy(1, own),
  ]),
);
console.log(
  `\n**${equivalentIn(found)} of ${found.length} figures are equivalent.** Of equal figures ${expectedIn(found).toFixed(0)} would be.`,
);

function equivalentIn(own: readonly Found[]): number {
  return own.filter(({ isEquivalent }) => isEquivalent).length;
}

function expectedIn(own: readonly Found[]): number {
  return own.reduce((sum, { power }) => sum + power, 0);
}

/** Connections that this share of the servers needs at most, as shipped, for the figure during the transfer. */
function neededBy(share: number, own: readonly Found[]): string {
  const during = own.filter(({ what }) => what.includes(': during the '));
  const sorted = sortSamples(during.map(({ needed: [connections] }) => connections));
  return sorted === null ? '–' : `${orderStatistic(sorted, share)}`;
}

function printRows(header: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const cells of [header, header.map(() => '---'), ...rows])
    console.log(`| ${cells.join(' | ')} |`);
}

/** Figures of connections in the tables of the first screen, by place, server and column. */
async function figuresOf(folder: string) {
  const data = mergeRuns([await readReportedRun(folder)]);
  const answers = firstAnswers({ data, relation: Relation.of(data) });
  const all = answers.flatMap((answer) =>
    answer.rows.flatMap((row) =>
      answer.columns.flatMap(({ id, title }) => {
        const figure = row.figures[id];
        const isOfConnections = figure?.points.some(({ stratum }) => stratum !== undefined);
        if (!figure || !isOfConnections || figure.metric.unit !== 'ms') return [];
        const { network, scenario } = answer;
        const place = `${scenario}, ${network}`;
        const loses = losesAt(data, answer);
        const key = `${place}/${row.variant.id}/${id}`;
        return [[key, { figure, place, what: `${row.variant.id}: ${title}`, loses }] as const];
      }),
    ),
  );
  return new Map(all);
}

function compared(
  a: Figure,
  b: Figure,
  {
    place,
    what,
    loses,
  }: { readonly place: string; readonly what: string; readonly loses: boolean },
): Found | null {
  const [x, y] = [a.value, b.value];
  if (x === null || y === null) return null;
  const isRatio = [...a.points, ...b.points].every(({ base }) => base === undefined);
  const interval = unpairedInterval(a.points, b.points, isRatio, LEVEL);
  if (interval === null) return null;
  const [low, high] = isRatio
    ? [Math.log(interval.low), Math.log(interval.high)]
    : [interval.low, interval.high];
  const base = Math.min(Math.abs(x), Math.abs(y));
  const marginOf = (share: number): number => {
    if (loses) return isRatio ? Math.log(FACTOR) : base * (FACTOR - 1);
    return isRatio ? Math.log(1 + Math.max(share, MS / base)) : Math.max(MS, share * base);
  };
  const draws = Math.min(a.points.length, b.points.length);
  const degrees = a.points.length + b.points.length - 2;
  const half = (high - low) / 2;
  const error = half / studentQuantile(LEVEL, degrees);
  const needed = (margin: number): number =>
    Math.max(2, Math.ceil(draws * ((NORMAL_BOTH * error) / margin) ** 2));
  const margin = marginOf(SHARE);
  const power = half >= margin ? 0 : 2 * normal((margin - half) / error) - 1;
  const text = ({ value, low, high }: Figure): string =>
    `${digits(value)} (${digits(low)} to ${digits(high)})`;
  return {
    place,
    what,
    text: [text(a), text(b)],
    isEquivalent: low > -margin && high < margin,
    power,
    needed: [needed(margin), needed(marginOf(0.2))],
  };
}

/** Distribution function of the normal distribution (Abramowitz and Stegun 7.1.26; error below 1.5e-7). */
function normal(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.327_591_1 * x);
  const terms = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
  const sum = terms.reduceRight((rest, term) => (rest + term) * t, 0);
  const erf = 1 - sum * Math.exp(-x * x);
  return z < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}

function digits(value: number | null): string {
  return value === null ? '–' : value.toPrecision(3);
}
