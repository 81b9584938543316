import { bootstrapInterval, type Interval } from '@holbench/stats/bootstrap';
import type { CellResources } from '@holbench/results/resources';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { PayloadKind } from '@holbench/results/sample';
import { scenariosOf } from '@holbench/scenarios/registry';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { VARIANTS } from '@holbench/variants/registry';
import { selectArms } from '../model/published-table.ts';
import type { ReportData } from '../model/report-data.ts';
import type { OfArm } from './arms.ts';

/** One number of one variant and scenario: the median over its rounds. */
export interface Used {
  readonly scenario: string;
  readonly kind: PayloadKind;
  readonly value: number;
  /** 95 %, over rounds. */
  readonly interval: Interval | null;
  readonly rounds: readonly number[];
}

export interface UsedByVariant extends OfArm {
  readonly used: readonly Used[];
}

/** The scenarios that move enough for a figure per GB. */
const BULKY = [
  ...scenariosOf('beside-bulk').map(({ id }) => ({ scenario: id, kind: 'text' as const })),
  ...scenariosOf('batches').map(({ id }) => ({ scenario: id, kind: 'binary' as const })),
];

/**
 * CPU seconds of server and proxy per GB (10⁹ bytes) that crossed the link, IP packets of both
 * directions as they arrived. @returns null where either is not known.
 */
export function cpuSecondsPerGb({ processes, wire }: CellResources): number | null {
  const own = processes.filter(({ group }) => group === 'server' || group === 'proxy');
  const bytes = wire === null ? 0 : wire.down.receivedBytes + wire.up.receivedBytes;
  if (own.length === 0 || bytes === 0) return null;
  return own.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / (bytes / 1e9);
}

/** Most that the server's processes had resident at once, in MiB, without the proxy's. */
export function serverPeakMib({ processes }: CellResources): number | null {
  const own = processes.filter(({ group }) => group === 'server');
  if (own.length === 0) return null;
  return own.reduce((sum, { peakRssBytes }) => sum + peakRssBytes, 0) / 1024 ** 2;
}

/** Variants in the order of the registry, each with its arms; only what has a value. */
export function usedData(
  data: ReportData,
  network: string,
  value: (resources: CellResources) => number | null,
): UsedByVariant[] {
  const found = BULKY.flatMap((each) =>
    selectArms({ data, network, ...each }).flatMap(({ selected, ...of }) => {
      if (selected.state !== 'ok') return [];
      const used = usedIn(selected.rounds, value);
      return used === null ? [] : [{ ...of, used: { ...each, ...used } }];
    }),
  );
  const byHeader = Map.groupBy(found, ({ header }) => header);
  return [...byHeader.values()]
    .flatMap(([first, ...others]) =>
      first ? [{ ...first, used: [first, ...others].map(({ used }) => used) }] : [],
    )
    .toSorted(
      (a, b) =>
        VARIANTS.indexOf(a.variant) - VARIANTS.indexOf(b.variant) || (a.arm < b.arm ? -1 : 1),
    );
}

function usedIn(
  cells: readonly FinishedCell[],
  value: (resources: CellResources) => number | null,
): Pick<Used, 'value' | 'interval' | 'rounds'> | null {
  const rounds = cells.flatMap(({ cell: { resources } }) => {
    const used = resources === null ? null : value(resources);
    return used === null ? [] : [used];
  });
  const sorted = sortSamples(rounds);
  if (sorted === null) return null;
  const interval = bootstrapInterval(
    rounds.map((used) => [used]),
    median,
  );
  return { value: median(sorted), interval, rounds };
}
