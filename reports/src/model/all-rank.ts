import type { FinishedCell } from '@holbench/results/run-reader';
import { ranksServers } from '@holbench/results/validity';

/** Whether a figure of these rounds may rank servers: the client was the bottleneck in none. */
export function allRank(rounds: readonly FinishedCell[]): boolean {
  return rounds.every(({ cell }) => ranksServers(cell));
}
