import { nameOf, readPins } from '@holbench/factors/pins';
import { releaseOf, type VersionedProgram, VERSIONS } from '@holbench/factors/versions';
import { changedFactors } from '@holbench/factors/values';
import { byVersion } from '@holbench/process/by-version';
import { oneLine } from '@holbench/process/user-error';
import { averageFor } from '@holbench/scenarios/metric';
import { BESIDE } from '@holbench/scenarios/headline';
import { isBesideBulk } from '@holbench/scenarios/registry';
import { levelOfEach } from '@holbench/stats/several-tests';
import { armSettings, settingsText } from '../figures/arm-settings.ts';
import type { Figure } from '../figures/figure.ts';
import { pairedRatio } from '../figures/pairs.ts';
import { detectable, versus } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import type { HistoryPoint } from './history-point.ts';

/** A figure with one version of one program, and else as its run has it. */
interface Versioned {
  readonly program: VersionedProgram;
  readonly version: string;
  readonly figure: Figure;
}

/**
 * What a run says of versions of programs, line after line. Neighbours are compared over the connections that both have,
 * which share their losses. The level leaves one run in twenty with a change by chance.
 */
export function historyOf({ data, relation }: Pick<Report, 'data' | 'relation'>): HistoryPoint[] {
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
        : [{ program: found.flag, version: setting.value, figure }];
    });
  if (all.length === 0) return [];
  const pins = readPins();
  const lines = [
    ...Map.groupBy(all, ({ program, figure: { variant, network, scenario } }) =>
      JSON.stringify([program, variant.id, network, scenario]),
    ).values(),
  ];
  const { manifest } = data;
  const settings = settingsText(
    changedFactors(manifest.config.factors, manifest.defaults).filter(
      ({ flag }) => !VERSIONS.some((version) => version.flag === flag),
    ),
  );
  const neighbours = lines.reduce((sum, line) => sum + Math.max(0, countedIn(line).length - 1), 0);
  return lines.flatMap((line) =>
    pointsOf(
      line.toSorted((a, b) => byVersion(a.version, b.version)),
      levelOfEach(neighbours),
    ).map(({ program, version, ...point }) => ({
      schema: 1,
      program,
      version,
      released: pins[nameOf(program, releaseOf(version))]?.released ?? null,
      settings,
      ...point,
      run: data.runs.join(', '),
    })),
  );
}

function countedIn(line: readonly Versioned[]): Versioned[] {
  return line.filter(({ figure }) => figure.value !== null);
}

/**
 * @param line the oldest version first.
 * @param level of the interval between two neighbours.
 */
export function pointsOf(
  line: readonly Versioned[],
  level: number,
): Omit<HistoryPoint, 'schema' | 'released' | 'run' | 'settings'>[] {
  const counted = countedIn(line);
  return line.map(({ program, version, figure }) => {
    const { network, scenario, variant, value, low, high, bound, rounds, why } = figure;
    const own = {
      program,
      version,
      network,
      scenario,
      variant: variant.id,
      wait_ms: value,
      low_ms: end(low),
      high_ms: end(high),
      bound,
      connections: rounds,
    };
    const before = counted[counted.findIndex((each) => each.version === version) - 1];
    if (value === null) {
      // Of a cell that failed it has the ends of logs.
      return { ...own, ...NOTHING, change: 'missing', why: oneLine(why).slice(0, 300) };
    }
    if (before === undefined) return { ...own, ...NOTHING, change: 'first', why: '' };
    return { ...own, before: before.version, ...changeFrom(before.figure, figure, level), why: '' };
  });
}

const NOTHING = {
  before: '',
  ratio: null,
  ratio_bound: '',
  ratio_low: null,
  ratio_high: null,
  detectable: null,
} as const;

function changeFrom(before: Figure, figure: Figure, level: number) {
  const found = versus(figure, before, { level });
  const { decision, interval } = found;
  const seen = detectable(found);
  const hasBound = { '': '', '≥': '≤', '≤': '≥' } as const;
  return {
    ratio: pairedRatio(figure.points, before.points, averageFor(figure.metric)),
    // What is more than a bound is below it as a part.
    ratio_bound: figure.bound === '' ? hasBound[before.bound] : figure.bound,
    ratio_low: end(interval?.low ?? null),
    ratio_high: end(interval?.high ?? null),
    detectable: seen === null ? null : seen - 1,
    change:
      decision === 'higher' || decision === 'lower' || decision === 'too few'
        ? decision
        : ('none detected' as const),
  };
}

/** An end that is none is no number of a file. */
function end(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
