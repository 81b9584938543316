import type { Exchange } from './exchanges.ts';
import type { Direction } from './parts.ts';

/** A load as its page sent it; times in ms since 1970. */
export interface SentLoad {
  readonly intendedAtMs: number;
  readonly sentAtMs: number;
  /** From `intendedAtMs`; null: never answered. */
  readonly durationMs: number | null;
}

/** By how much a point may be later than the next: programs of one machine round its clock. */
export const CLOCK_MS = 1;

/**
 * Exchanges of loads, aligned with them; null for one that was not captured. A page sends its loads in order:
 * each has the next exchange that was not sent before it. Beside a download requests leave at once: where
 * exchanges are missing, one that left after the next load was sent is left to that one. Beside an upload
 * they wait, and when one left does not tell whose it is.
 * @param loads in the order of sending.
 */
export function matched(
  loads: readonly SentLoad[],
  exchanges: readonly Exchange[],
  direction: Direction,
): (Exchange | null)[] {
  const candidates = exchanges.filter(({ what }) => what === 'load');
  let next = 0;
  return loads.map(({ sentAtMs }, index) => {
    while (isBefore(candidates[next], sentAtMs)) next += 1;
    const found = candidates[next] ?? null;
    const lacking = direction === 'download' && candidates.length - next < loads.length - index;
    const following = loads[index + 1];
    if (lacking && found && following && !isBefore(found, following.sentAtMs)) return null;
    next += 1;
    return found;
  });
}

function isBefore(exchange: Exchange | undefined, sentAtMs: number): boolean {
  return exchange !== undefined && exchange.requestSentMs < sentAtMs - CLOCK_MS;
}

/** A load as the server's device saw it. */
export interface SeenLoad {
  /** Its last byte and all before it had arrived. */
  readonly arrivedMs: number;
  /** The last byte of its answer was sent; null: never. */
  readonly answerSentMs: number | null;
}

/**
 * When the server handled loads, aligned with them; null where it cannot be told. It handles them in the
 * order in which they arrive, each after its request and before its answer.
 * @param handledAtMs of all loads of the server until the end of their phase.
 */
export function handled(
  loads: readonly (SeenLoad | null)[],
  handledAtMs: readonly number[],
): (number | null)[] {
  const times = handledAtMs.toSorted((a, b) => a - b);
  const inOrder = loads
    .flatMap((load, index) => (load === null ? [] : [{ ...load, index }]))
    .toSorted((a, b) => a.arrivedMs - b.arrivedMs);
  const found = loads.map((): number | null => null);
  let next = 0;
  for (const { index, arrivedMs, answerSentMs } of inOrder) {
    while ((times[next] ?? Infinity) < arrivedMs - CLOCK_MS) next += 1;
    const time = times[next];
    if (time === undefined) break;
    // Handled later than its answer was sent: it is another one’s, as where a load was never handled.
    if (time > (answerSentMs ?? Infinity) + CLOCK_MS) continue;
    found[index] = time;
    next += 1;
  }
  return found;
}
