import type { Measurement, Outcome } from '@holbench/results/sample';
import { type Protocol, PROTOCOLS } from '@holbench/variants/protocols';
import type { Completed } from '../port/client-transport.ts';
import { TransportError } from '../port/transport-error.ts';

/** A measurement without its outcome. */
interface Intent {
  readonly label: string;
  readonly user: number;
  readonly index: number;
  /** Intended time of the operation, on this page's clock (`performance.now()`). */
  readonly intendedAtMs: number;
  /** When it was really begun, on the same clock; only of operations on a schedule. */
  readonly sentAtMs?: number;
  /** Added to both times in the result: `performance.timeOrigin` where pages share a cell. */
  readonly clockZeroMs: number;
  readonly timeoutMs: number;
}

/**
 * Times one operation from its intended time to the last byte of its answer. The operation begins
 * before this returns, so that a loop of calls is a batch.
 * @returns never rejects: a failed operation is a measurement, too.
 */
export async function measure(
  intent: Intent,
  operation: (signal: AbortSignal) => Promise<Completed<unknown>>,
): Promise<Measurement> {
  const { label, user, index, intendedAtMs, sentAtMs, clockZeroMs, timeoutMs } = intent;
  const outcome = await outcomeOf(intendedAtMs, () => operation(AbortSignal.timeout(timeoutMs)));
  const sent = sentAtMs === undefined ? {} : { sentAtMs: clockZeroMs + sentAtMs };
  return { label, user, index, intendedAtMs: clockZeroMs + intendedAtMs, ...sent, outcome };
}

async function outcomeOf(
  intendedAtMs: number,
  operation: () => Promise<Completed<unknown>>,
): Promise<Outcome> {
  try {
    const { bytes, endedAtMs, protocol } = await operation();
    const durationMs = endedAtMs - intendedAtMs;
    return { status: 'ok', durationMs, bytes, protocol: knownProtocol(await protocol) };
  } catch (error) {
    return failedOutcome(error, performance.now() - intendedAtMs);
  }
}

/** The outcome of a thrown value. */
export function failedOutcome(thrown: unknown, afterMs: number): Outcome {
  const { code, message } = TransportError.from(thrown);
  return { status: 'failed', code, reason: message, afterMs };
}

/** A protocol that a sample may have; any other, such as HTTP/1.0, is `unproven`. */
export function knownProtocol(protocol: string): Protocol | 'unproven' {
  return PROTOCOLS.find((known) => known === protocol) ?? 'unproven';
}
