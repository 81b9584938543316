import type { Exchange } from './exchanges.ts';

/** A small message as its page sent it; times in ms since 1970. */
export interface SentMessage {
  readonly kind: 'load' | 'event';
  readonly intendedAtMs: number;
  readonly sentAtMs: number;
  /** From `intendedAtMs`; null: never answered. */
  readonly durationMs: number | null;
}

/** A request leaves its device after the page has sent it. The page rounds its clock, and so does tshark. */
const CLOCK_MS = 1;

/** An answer to a load is a text of about 5 kB, one to a mutation a number. */
const LEAST_LOAD_BYTES = 1_000;
/** No small message: a chunk of a file, or all of it. */
const BULK_BYTES = 64_000;

/**
 * Exchanges of messages, aligned with them; null where it cannot be told. Pages send their requests in
 * order, so the n-th message has the n-th exchange of its kind.
 * @param messages in the order of sending.
 */
export function matched(
  messages: readonly SentMessage[],
  exchanges: readonly Exchange[],
): (Exchange | null)[] {
  const small = exchanges.filter((each) => !isBulk(each));
  if (small.some(({ what }) => what === 'unknown')) return matchedByTime(messages, small);
  const byKind = Object.groupBy(small, ({ what }) => what);
  const ofKind = (kind: SentMessage['kind']) =>
    matchedByTime(
      messages.filter((message) => message.kind === kind),
      byKind[kind] ?? [],
    );
  const [loads, events] = [ofKind('load').values(), ofKind('event').values()];
  return messages.map(({ kind }) => (kind === 'load' ? loads : events).next().value ?? null);
}

/** Each message has the next exchange that was not sent before it. */
function matchedByTime(
  messages: readonly SentMessage[],
  exchanges: readonly Exchange[],
): (Exchange | null)[] {
  let next = 0;
  return messages.map(({ kind, sentAtMs }) => {
    while (isBefore(exchanges[next], sentAtMs)) next += 1;
    const found = exchanges[next] ?? null;
    next += 1;
    return found === null || isOfKind(found, kind) ? found : null;
  });
}

function isBefore(exchange: Exchange | undefined, sentAtMs: number): boolean {
  return exchange !== undefined && exchange.requestSentMs < sentAtMs - CLOCK_MS;
}

function isBulk({ what, request, answer }: Exchange): boolean {
  return what === 'unknown' && (request.end > BULK_BYTES || (answer?.bytes ?? 0) > BULK_BYTES);
}

function isOfKind({ what, answer }: Exchange, kind: SentMessage['kind']): boolean {
  if (what !== 'unknown') return what === kind;
  return answer === null || answer.bytes >= LEAST_LOAD_BYTES === (kind === 'load');
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
 * @param handledAtMs of all loads of the server.
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
