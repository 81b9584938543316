import type { Measurement, ProbePhase } from '@holbench/results/sample';
import type { Direction } from '../../scenario.ts';
import type { Moved } from './moved-bytes.ts';

export interface ProbeSpec {
  readonly phase: ProbePhase;
  /** Both kinds together. */
  readonly probesPerSecond: number;
  readonly timeoutMs: number;
  /** Of the CoValues that are loaded, the same for all variants of a round. */
  readonly seed: number;
  /** Of the moments at which they are sent, another one in each cell. */
  readonly scheduleSeed: number;
}

export interface BulkSpec {
  readonly phase: ProbePhase;
  readonly direction: Direction;
  /** Files that move at the same time. */
  readonly streams: number;
  /** Size of each file, in bytes: of downloads where there are enough. */
  readonly fileBytes: number;
  readonly timeoutMs: number;
  readonly seed: number;
  /** Whether a file that failed is asked for again, after a while. */
  readonly again?: boolean;
}

export interface BulkResult extends Moved {
  /** One per file that was moved completely, or failed. */
  readonly measurements: readonly Measurement[];
}
