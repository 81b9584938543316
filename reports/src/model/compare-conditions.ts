import type { LinkReading } from '@holbench/results/link-certificate';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import { formatFactors } from '@holbench/factors/values';
import { RUN_PARAMETER_NAMES } from '@holbench/workload/parameters';
import { networkDifferences, pair, type Pair, workloadDifferences } from './compare-workload.ts';
import { differing, differingFields } from './differing.ts';
import { LINK_TOLERANCE, leastDifferenceMs } from './least-difference.ts';
import { readingLine } from './network-conditions.ts';
import { runDifferences } from './run-differences.ts';

/** What else differs between two runs than their figures, one line each. */
export function conditionDifferences(manifests: Pair<Manifest>, names: Pair<string>): string[] {
  const [here, there] = manifests;
  const shared = here.networks.flatMap((record): Pair<RunNetwork>[] => {
    const other = there.networks.find(({ profile }) => profile.id === record.profile.id);
    return other ? [[record, other]] : [];
  });
  return [
    ...runDifferences(manifests, names),
    ...differingFields(
      'kernel settings',
      pair(manifests, ({ sysctls }) => sysctls),
      names,
    ),
    ...differingFields('settings', pair(manifests, formattedFactors), names),
    ...differingFields('plans', pair(manifests, planOf), names),
    ...shared.flatMap((records) =>
      [
        ...networkDifferences(records, names),
        ...workloadDifferences(records, names),
        ...differingFields(
          'kernel settings inside',
          pair(records, ({ sysctls }) => sysctls),
          names,
        ),
        ...measuredDifferences(records, names),
      ].map((text) => `${records[0].profile.id}: ${text}`),
    ),
  ];
}

function formattedFactors({ config: { factors } }: Manifest): Record<string, string> {
  return Object.fromEntries(formatFactors(factors).map(({ flag, value }) => [`--${flag}`, value]));
}

function planOf({ config }: Manifest): Record<string, unknown> {
  const { preset, seed, rounds, alternating } = config;
  const workload = Object.fromEntries(RUN_PARAMETER_NAMES.map((key) => [key, config[key]]));
  return { preset, seed, rounds, alternating, ...workload };
}

/** Two links that are the same as configured, and were measured to be further apart than allowed. */
function measuredDifferences(records: Pair<RunNetwork>, names: Pair<string>): string[] {
  const readings = pair(records, ({ certificate }) => certificate?.readings.at(-1) ?? null);
  if (!measuredApart(readings)) return [];
  const texts = pair(readings, (reading) => (reading ? readingLine(reading) : 'not measured'));
  return differing('links as measured', texts, names);
}

function measuredApart([here, there]: Pair<LinkReading | null>): boolean {
  if (here === null || there === null) return here !== there;
  const [a, b] = [here.rttMs?.median ?? 0, there.rttMs?.median ?? 0];
  if (Math.abs(a - b) >= leastDifferenceMs(Math.min(a, b))) return true;
  return (['down', 'up'] as const).some((direction) => {
    const [one, other] = [here[direction].udpRateKbps ?? 0, there[direction].udpRateKbps ?? 0];
    return Math.abs(one - other) > LINK_TOLERANCE * Math.min(one, other);
  });
}
