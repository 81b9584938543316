import { describeProfile } from '@holbench/netem/describe-profile';
import type { Configuration, ConfiguredNetwork } from './configuration.ts';
import { plannedRunSeconds, plannedSeconds } from './durations.ts';
import type { PlannedCell } from './plan.ts';
import { minutes } from './progress.ts';

/** Prints the cells in the order in which they would run, and how long they would take. */
export function printPlan(
  cells: readonly PlannedCell[],
  configuration: Configuration,
  json: boolean,
): void {
  const seconds = plannedRunSeconds(cells, configuration);
  if (json) {
    console.log(
      JSON.stringify(
        {
          configuration,
          estimateSeconds: Math.round(seconds),
          cells: cells.map(({ network, run: _run, ...cell }) => ({
            ...cell,
            network: network.profile.id,
          })),
        },
        null,
        2,
      ),
    );
    return;
  }
  for (const network of configuration.networks) console.log(networkLine(network));
  if (configuration.alternating) {
    console.log(
      'each scenario and kind runs on every other variant; with --variants, --scenarios or --kinds, on all',
    );
  }
  for (const cell of cells) {
    const estimate = minutes(plannedSeconds(cell)).padStart(8);
    console.log(`${estimate}  ${cell.id}  seed ${cell.seed}`);
  }
  console.log(`${cells.length} cells, about ${minutes(seconds)}`);
}

/** What a network is, and how much is moved over it. */
function networkLine({ profile, workload }: ConfiguredNetwork): string {
  const { kinds, fileBytes, userFileBytes, binaryBatches, textBatches, mutations } = workload;
  const moved = [
    `scenarios of both kinds: ${kinds.join(', ')}`,
    `files of ${mebibytes(fileBytes)} (1b, 2d: ${mebibytes(userFileBytes)})`,
    `batches of ${binaryBatches.join(', ')}, of texts ${textBatches.join(', ')}`,
    `${mutations} mutations`,
  ];
  return `network ${profile.id}: ${describeProfile(profile)}; ${moved.join('; ')}`;
}

function mebibytes(bytes: number): string {
  return `${Number((bytes / (1024 * 1024)).toFixed(2))} MiB`;
}
