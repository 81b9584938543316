import { describeProfile } from '@holbench/netem/describe-profile';
import { formatSize } from '@holbench/process/quantities';
import { scenarioOf } from '@holbench/scenarios/registry';
import { PARAMETERS } from '@holbench/results/parameters';
import { leftOutLines } from './claims-here.ts';
import type { Configuration } from './configuration.ts';
import { plannedRunSeconds, plannedShares } from './durations.ts';
import type { PlannedCell } from './planned-cell.ts';
import { claimLines, plannedClaims } from './planned-claims.ts';
import { cellsText, minutes } from './progress.ts';
import { plannedTimeText, stoppingRule } from './rounds/stopping-rule.ts';

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
          claims: plannedClaims(configuration),
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
  console.log(`${cellsText(cells.length)}, ${plannedTimeText(seconds, configuration)}`);
  for (const line of parameterLines(configuration, configuration.scenarios)) console.log(line);
  for (const { profile, workload } of configuration.networks) {
    console.log(`network ${profile.id}: ${describeProfile(profile)}`);
    const own = cells.filter(({ network }) => network.profile.id === profile.id);
    console.log(`  what is moved: ${[...new Set(own.map(({ kind }) => kind))].join(', ')}`);
    const scenarios = configuration.scenarios.filter((id) =>
      own.some(({ scenario }) => scenario === id),
    );
    for (const line of parameterLines(workload, scenarios)) console.log(`  ${line}`);
  }
  for (const line of stoppingRule(configuration)) console.log(line);
  if (configuration.alternating) {
    console.log(
      'each scenario and kind runs on every other variant; with --variants, --scenarios or --kinds, on all',
    );
  }
  const shares = plannedShares(cells, configuration.jobs);
  console.log(
    `cells, with the share of the run that each takes${configuration.jobs > 1 ? `; up to ${configuration.jobs} beside a transfer run side by side, and each takes longer than its share` : ''}:`,
  );
  for (const cell of cells) {
    const estimate = minutes(shares.get(cell) ?? 0).padStart(8);
    console.log(`${estimate}  ${cell.id}  seed ${cell.seed}`);
  }
  for (const line of claimLines(plannedClaims(configuration))) console.log(line);
  for (const line of leftOutLines(configuration.preset)) console.log(line);
}

/** The parameters among `values`, each with the scenarios that obey it; others are left out. */
function parameterLines(
  values: { readonly [Key in keyof typeof PARAMETERS]?: number | readonly number[] },
  scenarios: readonly string[],
): string[] {
  const given = new Map(Object.entries(values));
  return Object.entries(PARAMETERS).flatMap(([key, { about }]) => {
    const value = given.get(key);
    const obeying = scenarios.filter((id) =>
      scenarioOf(id).parameters.some((each) => each === key),
    );
    if (value === undefined || obeying.length === 0) return [];
    const text = key.endsWith('Bytes') ? formatSize(Number(value)) : String(value);
    return [`${about}: ${text || 'none'} (${obeying.join(', ')})`];
  });
}
