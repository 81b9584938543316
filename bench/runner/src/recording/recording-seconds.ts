import { fullSegmentsPerSecond } from '@holbench/scenarios/planned-seconds';
import { directionOf, scenarioOf } from '@holbench/scenarios/registry';
import type { PlannedCell } from '../planned-cell.ts';

/** Starts and ends of the recorder's programs, in seconds. */
const PROGRAMS_SECONDS = 1;
/** What tshark takes on two cores, in seconds per MB: 3 to 6 s for 100 to 120 MB were measured. */
const READING_SECONDS = 0.04;
/** A full segment with its Ethernet header, in MB. */
const SEGMENT_MB = 1_514e-6;
const DEVICES = 2;
/** The transfer runs in two of three phases of a cell, and one of these is recorded. */
const RECORDED_SHARE = 1 / 3;

/** What the recorder of paths adds to a cell, in seconds. */
export function recordingSeconds(cell: PlannedCell): number {
  const seconds = RECORDED_SHARE * (scenarioOf(cell.scenario).phaseSeconds?.(cell) ?? 0);
  const segments =
    seconds * fullSegmentsPerSecond(cell.network.profile, directionOf(cell.scenario));
  return PROGRAMS_SECONDS + READING_SECONDS * DEVICES * segments * SEGMENT_MB;
}
