import { nameOf, readPins } from '@holbench/factors/pins';
import { releaseOf, type VersionedProgram, VERSIONS } from '@holbench/factors/versions';
import { averageFor } from '@holbench/scenarios/metric';
import { BESIDE } from '@holbench/scenarios/headline';
import { isBesideBulk } from '@holbench/scenarios/registry';
import { levelOfEach } from '@holbench/stats/several-tests';
import { armSettings } from '../figures/arm-settings.ts';
import type { Figure } from '../figures/figure.ts';
import { pairedRatio } from '../figures/pairs.ts';
import { highestLevel } from '../figures/stopped-level.ts';
import { detectable, versus } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import { byVersion, type HistoryPoint } from './history-point.ts';

/** A figure with one version of one program, and else as its run has it. */
interface Versioned {
  readonly program: VersionedProgram;
  readonly version: string;
  readonly figure: Figure;
}

/**
 * What a run says of versions of programs, line after line. Neighbours are compared over the connections that both have,
 * which share their losses; of all neighbours of a line, one in twenty lines has a change by chance.
 */
export function historyOf({ data, relation }: Pick<Report, 'data' | 'relation'>): HistoryPoint[] {
  const pins = readPins();
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
  const lines = Map.groupBy(all, ({ program, figure: { variant, network, scenario } }) =>
    JSON.stringify([program, variant.id, network, scenario]),
  );
  return [...lines.values()].flatMap((line) =>
    pointsOf(line.toSorted((a, b) => byVersion(a.version, b.version))).map(
      ({ program, version, ...point }) => ({
        schema: 1,
        program,
        version,
        released: pins[nameOf(program, releaseOf(version))]?.released ?? null,
        ...point,
        run: data.runs.join(', '),
      }),
    ),
  );
}

/** @param line the oldest version first. */
export function pointsOf(line: readonly Versioned[]) {
  const counted = line.filter(({ figure }) => figure.value !== null);
  const level = levelOfEach(counted.length - 1);
  return line.map(
    ({ program, version, figure }): Omit<HistoryPoint, 'schema' | 'released' | 'run'> => {
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
      const nothing = { ratio: null, ratio_low: null, ratio_high: null, detectable: null };
      if (value === null) return { ...own, before: '', ...nothing, change: 'missing', why };
      if (before === undefined) return { ...own, before: '', ...nothing, change: 'first', why: '' };
      return {
        ...own,
        before: before.version,
        ...changeFrom(before.figure, figure, level),
        why: '',
      };
    },
  );
}

function changeFrom(before: Figure, figure: Figure, level: number) {
  const mostLevel = highestLevel(figure.scenario, []);
  const found = versus(figure, before, { level, mostLevel });
  const { decision, interval } = found;
  const seen = detectable(found);
  return {
    ratio: pairedRatio(figure.points, before.points, averageFor(figure.metric)),
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
