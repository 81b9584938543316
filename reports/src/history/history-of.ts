import { nameOf, readPins } from '@holbench/factors/pins';
import { releaseOf, type VersionedProgram, VERSIONS } from '@holbench/factors/versions';
import { changedFactors } from '@holbench/factors/values';
import { byVersion } from '@holbench/process/by-version';
import { hadOtherWork } from '@holbench/results/other-work';
import { oneLine } from '@holbench/process/user-error';
import { averageFor } from '@holbench/scenarios/metric';
import { BESIDE } from '@holbench/scenarios/headline';
import { isBesideBulk } from '@holbench/scenarios/registry';
import { type Compared, NeighbourDifferences } from '@holbench/stats/neighbour-differences';
import type { Shown } from '@holbench/stats/round-number';
import { armSettings, settingsText } from '../figures/arm-settings.ts';
import type { Figure } from '../figures/figure.ts';
import { pairedRatio } from '../figures/pairs.ts';
import { OF_SERVERS as TOLERANCE } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import type { ReportData } from '../runs/report-data.ts';
import { LEAST_CONNECTIONS, logOf } from './compared-waits.ts';
import type { HistoryPoint } from './history-point.ts';

/** Of a mark, where no version matters: less than the one run in twenty that is promised, as it is itself drawn. */
const MOST_CHANCE = 0.04;

/** A figure with one version of one program, and else as its run has it. */
interface Versioned {
  readonly program: VersionedProgram;
  readonly version: string;
  /** Day of its release; null: not known. */
  readonly released: string | null;
  readonly figure: Figure;
  /** Without those beside which other programs used the CPU. */
  readonly points: Figure['points'];
}

/**
 * What a run says of versions of programs, line after line. Neighbours are compared over the connections that all have, which
 * share their losses.
 */
export function historyOf({ data, relation }: Pick<Report, 'data' | 'relation'>): HistoryPoint[] {
  const pins = readPins();
  const releasedOn = (program: VersionedProgram, version: string) =>
    pins[nameOf(program, releaseOf(version))]?.released ?? null;
  const quiet = quietPoints(data);
  const all = relation.figures
    .filter(
      ({ metric, scenario, kind }) =>
        metric.id === BESIDE.during && isBesideBulk(scenario) && kind === 'text',
    )
    .flatMap((figure): Versioned[] => {
      const [setting, ...others] = armSettings(data, figure);
      const found = VERSIONS.find(({ flag }) => flag === setting?.flag);
      return found === undefined || setting === undefined || others.length > 0
        ? []
        : [
            {
              program: found.flag,
              version: setting.value,
              released: releasedOn(found.flag, setting.value),
              figure,
              points: quiet(figure),
            },
          ];
    });
  if (all.length === 0) return [];
  const lines = [
    ...Map.groupBy(all, ({ program, figure: { variant, network, scenario } }) =>
      JSON.stringify([program, variant.id, network, scenario]),
    ).values(),
  ];
  const { manifest } = data;
  const settings = settingsText(changedFactors(manifest.config.factors, manifest.defaults));
  const sorted = lines.map((line) => line.toSorted((a, b) => byVersion(a.version, b.version)));
  return pointsOf(sorted).map(({ program, version, ...point }) => ({
    schema: 1,
    program,
    version,
    settings,
    ...point,
    run: data.runs.join(', '),
  }));
}

/** Of a figure the connections beside which no other programs used the CPU. */
export function quietPoints({ cells }: Pick<ReportData, 'cells'>) {
  const disturbed = new Set(
    cells.flatMap(({ cell }) => (hadOtherWork(cell) === true ? cell.cell : [])),
  );
  return ({ points }: Figure): Figure['points'] =>
    points.filter(({ cell }) => !disturbed.has(cell));
}

/**
 * Those that are compared, with the connections that all of them have, in the order of the first one's. Where these are too
 * few, the version with fewest goes first.
 */
function countedIn(line: readonly Versioned[]): Versioned[] {
  const known = line.filter(({ figure }) => figure.value !== null);
  const seeds = known.map(({ points }) => new Set(points.map(({ seed }) => seed)));
  const shared = [...(seeds[0] ?? [])].filter((seed) => seeds.every((own) => own.has(seed)));
  const least = Math.min(...known.map(({ points }) => points.length));
  const most = Math.max(...known.map(({ figure }) => figure.points.length));
  if (shared.length < LEAST_CONNECTIONS && least < most) {
    const worst = known.find(({ points }) => points.length === least);
    return countedIn(known.filter((each) => each !== worst));
  }
  return known.map((each) => {
    const own = new Map(each.points.map((point) => [point.seed, point]));
    return { ...each, points: shared.flatMap((seed) => own.get(seed) ?? []) };
  });
}

/** @param lines of one run, which are judged together; each has its oldest version first. */
export function pointsOf(
  lines: readonly (readonly Versioned[])[],
): Omit<HistoryPoint, 'schema' | 'run' | 'settings'>[] {
  const counts = lines.map(countedIn);
  const blocked = counts.map((counted) => {
    return {
      values: counted.map(({ points }) => points.map(logOf)),
      before: counted.map((_, at) => beforeOf(counted, at)),
    };
  });
  const all = new NeighbourDifferences(blocked);
  const compared = all.compared();
  return lines.flatMap((line, list) => {
    const counted = counts[list] ?? [];
    const connections = blocked[list]?.values[0]?.length ?? 0;
    return line.map((each) => {
      const { program, version, released, figure } = each;
      const { network, scenario, variant, value, low, high, bound, rounds, why } = figure;
      const own = {
        program,
        version,
        released,
        network,
        scenario,
        variant: variant.id,
        wait_ms: value,
        low_ms: end(low),
        high_ms: end(high),
        bound,
        connections: rounds,
      };
      const at = counted.findIndex((other) => other.version === version);
      const before = counted[beforeOf(counted, at) ?? -1];
      if (value === null) {
        // Of a cell that failed it has the ends of logs.
        return { ...own, ...NOTHING, change: 'missing', why: oneLine(why).slice(0, 300) };
      }
      if (at === -1) {
        return each.points.length < figure.points.length
          ? { ...own, ...NOTHING, change: 'disturbed', why: 'other programs used the CPU' }
          : { ...own, ...NOTHING, change: 'too few', why: '' };
      }
      if (before === undefined) return { ...own, ...NOTHING, change: 'first', why: '' };
      const versus = { ...own, before: before.version, why: '' };
      const difference = compared[list]?.[at];
      if (connections < LEAST_CONNECTIONS || difference === undefined)
        return { ...versus, ...NOTHING, before: before.version, change: 'too few' };
      const { points } = counted[at] ?? each;
      const ratio = pairedRatio(points, before.points, averageFor(figure.metric));
      const seen = all.detectable(list, at, MOST_CHANCE);
      return {
        ...versus,
        ratio: ratio.value,
        ratio_bound: ratio.bound,
        chance: difference.chance,
        detectable: seen === null ? null : Math.max(TOLERANCE, Math.exp(seen) - 1),
        change: changeOf(ratio, difference),
      };
    });
  });
}

/**
 * The version from which one was made: of those that were there then, the one with the highest number below. A fix may come
 * into an older line of releases later.
 */
function beforeOf(line: readonly Versioned[], at: number): number | null {
  const released = line[at]?.released ?? null;
  const before = line.slice(0, Math.max(0, at));
  const found = before.findLastIndex(
    (each) => released === null || each.released === null || each.released <= released,
  );
  return found === -1 ? null : found;
}

/**
 * Chance alone marks one run in twenty at most; and links may be off by a little. Where messages were given up with both, there
 * is no ratio, and their bounds say which waits longer.
 */
function changeOf(
  { value: ratio, bound }: Shown,
  { isHigher, chance }: Compared,
): HistoryPoint['change'] {
  const isExact = ratio !== null && bound === '';
  const isLittle = isExact && Math.abs(Math.log(ratio)) <= Math.log(1 + TOLERANCE);
  if (chance > MOST_CHANCE || isLittle) return 'none detected';
  return isHigher ? 'higher' : 'lower';
}

const NOTHING = {
  before: '',
  ratio: null,
  ratio_bound: '',
  chance: null,
  detectable: null,
} as const;

/** An end that is none is no number of a file. */
function end(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
