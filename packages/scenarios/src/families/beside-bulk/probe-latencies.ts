import type { Outcome, Sample } from '@holbench/results/sample';

/** An unanswered probe is given up (censored) after this time, in ms. */
export const PROBE_DEADLINE_MS = 20_000;

/** Whether a probe that failed had waited until its deadline. Others fail sooner, and have not waited. */
export function isGivenUp({ code }: Extract<Outcome, { status: 'failed' }>): boolean {
  return code === 'timeout';
}

/**
 * How long a probe waited for its answer, in ms: a lower bound where it was given up, and where it failed otherwise, such
 * as with its connection, the deadline, as it is never answered either.
 */
export function waitMs({ outcome }: Pick<Sample, 'outcome'>): number {
  if (outcome.status === 'ok') return outcome.durationMs;
  return outcome.status === 'failed' && isGivenUp(outcome) ? outcome.afterMs : PROBE_DEADLINE_MS;
}
