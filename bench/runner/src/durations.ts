import type { Cell } from '@holbench/results/cell';
import { fullSegmentsPerSecond, linkSeconds } from '@holbench/scenarios/planned-seconds';
import { directionOf, hasFeature, scenarioOf } from '@holbench/scenarios/registry';
import type { Configuration } from './configuration.ts';
import type { PlannedCell } from './planned-cell.ts';
import { groupCells } from './side-by-side/group-cells.ts';
import { TURNS_AT_ONCE } from './side-by-side/siblings.ts';

/** The full certificate of a network, in seconds, once for each. */
const CERTIFICATE_SECONDS = 5;

/** Starts and ends of the recorder's programs, in seconds. */
const PROGRAMS_SECONDS = 1;
/** What tshark takes on two cores, in seconds per MB: 3 to 6 s for 100 to 120 MB were measured. */
const READING_SECONDS = 0.04;
/** A full segment with its Ethernet header, in MB. */
const SEGMENT_MB = 1_514e-6;
const DEVICES = 2;
/** Of the time that a cell measures, a connection’s transfer. */
const TRANSFER_SHARE = 0.6;

/** Limits: a transfer as a multiple of its expected time, and any operation in seconds. */
const TRANSFER_FACTOR = 4;
const OPERATION_SECONDS = 30;
/**
 * The same for a cell, without its time-outs: pages that open slowly, phases that wait for answers.
 */
const CELL_FACTOR = 6;
const CELL_SECONDS = 120;

/**
 * Expected duration of a cell on two cores, in seconds. An estimate; measured times replace it
 * during the run.
 */
export function plannedSeconds(planned: PlannedCell): number {
  const ofScenario = scenarioOf(planned.scenario).plannedSeconds(planned);
  const ofRecording = planned.recorded ? recordingSeconds(planned) : 0;
  return linkSeconds(planned.network.profile) + ofScenario + ofRecording;
}

/** What the recorder of paths adds to a cell, in seconds. */
function recordingSeconds(cell: PlannedCell): number {
  const seconds = TRANSFER_SHARE * (scenarioOf(cell.scenario).phaseSeconds?.(cell) ?? 0);
  const segments =
    seconds * fullSegmentsPerSecond(cell.network.profile, directionOf(cell.scenario));
  return PROGRAMS_SECONDS + READING_SECONDS * DEVICES * segments * SEGMENT_MB;
}

/**
 * Expected duration of a run, in seconds. With a budget, which is of the rounds with a transfer, at most.
 */
export function plannedRunSeconds(
  cells: readonly PlannedCell[],
  { networks, jobs, budgetSeconds }: Pick<Configuration, 'networks' | 'jobs' | 'budgetSeconds'>,
): number {
  const secondsOf = (isBulk: boolean): number => {
    const own = cells.filter(({ scenario }) => hasFeature(scenario, 'bulk') === isBulk);
    return sum([...plannedShares(own, jobs).values()]);
  };
  const [bulk, rest] = [secondsOf(true), secondsOf(false)];
  const certificates = networks.length * CERTIFICATE_SECONDS;
  return certificates + Math.min(bulk, budgetSeconds ?? Infinity) + rest;
}

/**
 * Expected share of each cell in the duration of a run, in seconds. Cells side by side are set up one
 * after the other, and share their phases, each of which lasts as long as its slowest.
 */
export function plannedShares(
  cells: readonly PlannedCell[],
  jobs: number,
): ReadonlyMap<PlannedCell, number> {
  const shares = groupCells(cells, jobs).flatMap((group) => {
    const together = Math.max(...group.map(phaseSeconds));
    return group.map((planned): [PlannedCell, number] => {
      const ofLink = linkSeconds(planned.network.profile);
      // Those of several cells are made and checked at once.
      const link = group.length > 1 ? ofLink / TURNS_AT_ONCE : ofLink;
      const setUp = link + plannedSeconds(planned) - ofLink - phaseSeconds(planned);
      return [planned, setUp + together / group.length];
    });
  });
  return new Map(shares);
}

function phaseSeconds(planned: PlannedCell): number {
  return scenarioOf(planned.scenario).phaseSeconds?.(planned) ?? 0;
}

/** Time limit of an operation, after which it has failed as `timeout`, in milliseconds. */
export function operationTimeoutMs(planned: PlannedCell): number {
  const longest = Math.max(0, ...transfersOf(planned));
  return 1_000 * Math.ceil(OPERATION_SECONDS + TRANSFER_FACTOR * longest);
}

/** Cell time limit, in milliseconds: long enough for each of its transfers to time out. */
export function cellLimitMs(
  planned: PlannedCell,
  { timeoutSeconds }: Pick<Configuration, 'timeoutSeconds'>,
): number {
  if (timeoutSeconds !== null) return timeoutSeconds * 1_000;
  const timeouts = Math.max(1, transfersOf(planned).length) * operationTimeoutMs(planned);
  return 1_000 * Math.ceil(CELL_SECONDS + CELL_FACTOR * plannedSeconds(planned)) + timeouts;
}

function transfersOf(planned: PlannedCell): readonly number[] {
  return scenarioOf(planned.scenario).transfers?.(planned) ?? [];
}

/** A finished cell of this run, and its share of its group's duration, in seconds. */
export interface TimedCell {
  readonly planned: PlannedCell;
  readonly seconds: number;
}

/** A finished cell, and when it ran. */
export interface FinishedPlan {
  readonly planned: PlannedCell;
  readonly cell: Pick<Cell, 'startedAt' | 'endedAt' | 'sideBySide'>;
}

/**
 * Finished cells, each with its share of its group's duration. Cells side by side wait for each other's
 * turns before they start and before they end, so a group lasts from its first start to its last end.
 * Groups run one after the other: cells side by side that overlap are of one.
 */
export function timedCells(finished: readonly FinishedPlan[]): TimedCell[] {
  const spans = finished.map(({ planned, cell: { startedAt, endedAt, sideBySide } }) => ({
    planned,
    sideBySide,
    startedMs: Date.parse(startedAt),
    endedMs: Date.parse(endedAt),
  }));
  type Span = (typeof spans)[number];
  const groups: Span[][] = [];
  let endedMs = -Infinity;
  for (const span of spans.toSorted((a, b) => a.startedMs - b.startedMs)) {
    const group = span.sideBySide > 1 && span.startedMs < endedMs ? groups.at(-1) : undefined;
    if (group) group.push(span);
    else groups.push([span]);
    endedMs = Math.max(endedMs, span.endedMs);
  }
  return groups.flatMap((group) => {
    const fromMs = Math.min(...group.map(({ startedMs }) => startedMs));
    const toMs = Math.max(...group.map((span) => span.endedMs));
    const seconds = (toMs - fromMs) / 1_000;
    return group.map(({ planned, sideBySide }) => ({ planned, seconds: seconds / sideBySide }));
  });
}

/**
 * Expected duration of the rest of a run, in seconds. A cell takes as long as the same cell in
 * earlier rounds; else as the same scenario over this network with other variants; else as planned,
 * corrected by the ratio of measured to planned time so far.
 */
export function secondsLeft(
  remaining: readonly PlannedCell[],
  finished: readonly TimedCell[],
  plan: (planned: PlannedCell) => number = plannedSeconds,
): number {
  const bySame = meansBy(finished, sameCell);
  // Variants that cannot run here end at once, so they are no estimate.
  const run = finished.filter(({ seconds }) => seconds > 0);
  const byGroup = meansBy(run, groupOf);
  const plannedSum = sum(run.map(({ planned }) => plan(planned)));
  const pace = plannedSum > 0 ? sum(run.map(({ seconds }) => seconds)) / plannedSum : 1;
  return sum(
    remaining.map(
      (planned) =>
        bySame.get(sameCell(planned)) ?? byGroup.get(groupOf(planned)) ?? plan(planned) * pace,
    ),
  );
}

/** Its id without the round. */
function sameCell({ id }: PlannedCell): string {
  return id.slice(0, id.lastIndexOf('/'));
}

/** The same without the variant. */
function groupOf(planned: PlannedCell): string {
  return sameCell(planned).replace(`/${planned.variant}/`, '/');
}

function meansBy(
  cells: readonly TimedCell[],
  keyOf: (planned: PlannedCell) => string,
): Map<string, number> {
  const groups = Map.groupBy(cells, ({ planned }) => keyOf(planned));
  return new Map(
    [...groups].map(([key, group]) => [key, sum(group.map((cell) => cell.seconds)) / group.length]),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
