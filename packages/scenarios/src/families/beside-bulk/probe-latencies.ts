import { MESSAGE_DEADLINE_SECONDS } from '@holbench/results/message-deadline';
import type { Outcome, Sample } from '@holbench/results/sample';
import type { Workload } from '@holbench/results/workload';

/** An unanswered probe is given up (censored) after this time, in ms. */
export function deadlineMs({ deadlineSeconds }: Pick<Workload, 'deadlineSeconds'>): number {
  return 1_000 * deadlineSeconds;
}

/** Where nobody asked for another. */
export const USUAL_DEADLINE_MS = deadlineMs({ deadlineSeconds: MESSAGE_DEADLINE_SECONDS });

/** Whether a probe that failed had waited until its deadline. Others fail sooner, and have not waited. */
export function isGivenUp({ code }: Extract<Outcome, { status: 'failed' }>): boolean {
  return code === 'timeout';
}

/**
 * How long a probe waited for its answer, in ms: a lower bound where it was given up, and where it failed otherwise, such
 * as with its connection, the deadline, as it is never answered either.
 */
export function waitMs(
  { outcome }: Pick<Sample, 'outcome'>,
  workload: Pick<Workload, 'deadlineSeconds'>,
): number {
  if (outcome.status === 'ok') return outcome.durationMs;
  return outcome.status === 'failed' && isGivenUp(outcome) ? outcome.afterMs : deadlineMs(workload);
}
