import { describeProfile } from '@holbench/netem/describe-profile';
import { formatSize } from '@holbench/process/quantities';
import type { Block } from '@holbench/results/block';
import { parametersOf } from '@holbench/scenarios/registry';
import { PARAMETERS } from '@holbench/results/parameters';
import type { Configuration } from './configuration.ts';
import { plannedRunSeconds, plannedShares } from './durations.ts';
import type { PlannedCell } from './planned-cell.ts';
import { cellsText, minutes } from './progress.ts';
import { budgetText, plannedTimeText } from './rounds/budget.ts';

/** Lines, samples, logs and its part of the report; 0.2 to 0.4 MB were measured. */
const BYTES_PER_CELL = 400_000;

/** Of a list that is longer the beginning is out of sight. */
const SCREEN_LINES = 20;

/** Prints how many cells would run and how long they would take, then the cells in their order. */
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
          estimateBytes: BYTES_PER_CELL * cells.length,
          cells: cells.map(({ network, workload: _workload, ...cell }) => ({
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
  const summary = `${cellsText(cells.length)}, ${plannedTimeText(seconds, configuration)}, seed ${configuration.seed}`;
  console.log(summary);
  for (const { profile } of configuration.networks) {
    console.log(`network ${profile.id}: ${describeProfile(profile)}`);
  }
  for (const block of configuration.blocks) {
    for (const line of blockLines(block)) console.log(line);
  }
  const rule = budgetText(configuration);
  if (rule !== null) console.log(rule);
  console.log(`disk: about ${Math.ceil((BYTES_PER_CELL * cells.length) / 1e6)} MB`);
  const shares = plannedShares(cells, configuration.jobs);
  console.log(
    `cells, with the share of the run that each takes${configuration.jobs > 1 ? `; up to ${configuration.jobs} beside a transfer run side by side, and each takes longer than its share` : ''}:`,
  );
  for (const cell of cells) {
    const estimate = minutes(shares.get(cell) ?? 0).padStart(8);
    console.log(`${estimate}  ${cell.id}  seed ${cell.seed}`);
  }
  if (cells.length > SCREEN_LINES) console.log(summary);
}

/** A block in a line, and a line for each parameter that its scenarios obey. */
function blockLines({ workload, ...block }: Block): string[] {
  const { scenarios, variants, networks, kinds, settings, rounds } = block;
  const set = settings
    .map(({ factor, values }) =>
      values.length > 1 ? ` --sweep ${factor}=${values.join()}` : ` --${factor} ${values.join()}`,
    )
    .join('');
  const what = `${scenarios.join(', ')} (${kinds.join(', ')}) over ${networks.join(', ')}`;
  const first = `block of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}: ${what}; ${variants.join(', ')}${set}`;
  const values = new Map<string, unknown>(Object.entries(workload));
  const parameters = Object.entries(PARAMETERS).flatMap(([key, { about }]) => {
    const obeying = scenarios.filter((id) => parametersOf(id).some((each) => each === key));
    if (obeying.length === 0) return [];
    const value = values.get(key);
    const text = key.endsWith('Bytes') ? formatSize(Number(value)) : String(value);
    return [`  ${about}: ${text || 'none'} (${obeying.join(', ')})`];
  });
  return [first, ...parameters];
}
