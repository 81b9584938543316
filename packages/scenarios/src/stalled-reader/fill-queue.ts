import { TransportError } from '../port/transport-error.ts';
import type { PageContext } from '../port/page-context.ts';
import { watchedCoValue } from '../page/watched-covalue.ts';

export interface FillSpec {
  /** Number of mutations of 100 000 characters, then of empty ones. */
  readonly largeEvents: number;
  readonly smallEvents: number;
  /** A mutation unacknowledged for this long is blocked: no more are sent. */
  readonly patienceMs: number;
  /** Time limit of sending, whether or not anything is full. */
  readonly limitMs: number;
}

/** Mutations in flight at once, so that round trips do not decide the duration. */
const IN_FLIGHT = 4;

/** `preview` may have no more characters. */
const LARGE_PREVIEW = 'x'.repeat(100_000);

/**
 * Mutates the watched CoValue as fast as the server acknowledges, while only the stopped page is
 * subscribed. Large events first fill the buffers between server and page; small ones then fill its
 * queue in the server. With the policy `block` the server then stops acknowledging, and filling
 * ends.
 * @returns how many mutations were acknowledged.
 * @throws TransportError for any other failure than a time-out.
 */
export async function fillQueue(
  { transport, list }: PageContext,
  { largeEvents, smallEvents, patienceMs, limitMs }: FillSpec,
): Promise<number> {
  const id = watchedCoValue(list);
  const endsAtMs = performance.now() + limitMs;
  let next = 0;
  let acknowledged = 0;
  let blocked = false;

  const fill = async (): Promise<void> => {
    while (!blocked && next < largeEvents + smallEvents && performance.now() < endsAtMs) {
      const mutation = next++ < largeEvents ? { preview: LARGE_PREVIEW } : { preview: '' };
      try {
        await transport.mutate(id, mutation, AbortSignal.timeout(patienceMs));
        acknowledged++;
      } catch (error) {
        const failure = TransportError.from(error);
        if (failure.code !== 'timeout') throw failure;
        blocked = true;
      }
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, fill));
  return acknowledged;
}
