import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { fakeTexts } from '../page/fake-texts.ts';
import { knownProtocol, measure } from '../page/measure.ts';
import { readStamp, stampTitle } from '../page/mutation-stamp.ts';
import { pickCoValues } from '../page/pick-covalues.ts';
import { watchedCoValue } from '../page/watched-covalue.ts';
import type { Subscription } from '../port/client-transport.ts';
import type { PageContext } from '../port/page-context.ts';
import { WRITES } from './burst.ts';

interface BurstSpec {
  readonly burst: number;
  readonly seed: number;
  readonly timeoutMs: number;
}

/** Texts that open the connections of HTTP/1.1: without them the handshakes would decide the order. */
const OPENING = 6;
/** Two events that come in the same moment came one after the other. */
const NEXT_MS = 0.001;

interface Arrival {
  readonly index: number;
  readonly intendedAtMs: number;
  readonly atMs: number;
}

export const page = (context: PageContext) => {
  const arrivals: Arrival[] = [];
  let subscription: Subscription | null = null;
  return {
    subscribe: async ({ timeoutMs }: Pick<BurstSpec, 'timeoutMs'>) => {
      subscription = await context.transport.subscribe(
        watchedCoValue(context.list),
        ({ mutation }) => {
          const stamp = readStamp(mutation.title);
          const atMs = performance.timeOrigin + performance.now();
          const last = arrivals.at(-1)?.atMs ?? 0;
          if (stamp) arrivals.push({ ...stamp, atMs: Math.max(atMs, last + NEXT_MS) });
        },
        AbortSignal.timeout(timeoutMs),
      );
    },
    write: (spec: BurstSpec) => write(context, spec),
    /** What came of so many mutations; waits for those that are missing. */
    received: async ({ count, timeoutMs }: { count: number; timeoutMs: number }) => {
      const endsAtMs = performance.now() + timeoutMs;
      const isComplete = () => new Set(arrivals.map(({ index }) => index)).size >= count;
      while (!isComplete() && performance.now() < endsAtMs) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const protocol = knownProtocol((await subscription?.close()) ?? 'unproven');
      return measurementsOf(arrivals, count, protocol, timeoutMs);
    },
  };
};

async function write(
  { transport, list }: PageContext,
  { burst, seed, timeoutMs }: BurstSpec,
): Promise<Measurement[]> {
  const limit = AbortSignal.timeout(timeoutMs);
  const opening = pickCoValues(list, 'text', seed, OPENING);
  await Promise.all(opening.map((id) => transport.load(id, limit)));
  const texts = await fakeTexts(seed, WRITES);
  const id = watchedCoValue(list);
  const clockZeroMs = performance.timeOrigin;
  return Promise.all(
    texts.map(({ preview }, place) => {
      const intendedAtMs = performance.now();
      const index = burst * WRITES + place;
      const title = stampTitle({ index, intendedAtMs: clockZeroMs + intendedAtMs });
      return measure(
        { label: LABELS.write, user: burst, index, intendedAtMs, clockZeroMs, timeoutMs },
        (signal) => transport.mutate(id, { title, preview }, signal),
      );
    }),
  );
}

/** The first arrival of each mutation, those that are missing, and each that came again. */
function measurementsOf(
  arrivals: readonly Arrival[],
  count: number,
  protocol: ReturnType<typeof knownProtocol>,
  timeoutMs: number,
): Measurement[] {
  const found = Map.groupBy(arrivals, ({ index }) => index);
  const measured = (label: string, { index, intendedAtMs, atMs }: Arrival): Measurement => {
    const durationMs = Math.max(0, atMs - intendedAtMs);
    const outcome = { status: 'ok', durationMs, bytes: 0, protocol } as const;
    return { label, user: Math.floor(index / WRITES), index, intendedAtMs, outcome };
  };
  return Array.from({ length: count }, (_, index) => {
    const [first, ...again] = found.get(index) ?? [];
    if (first === undefined) return [missing(index, timeoutMs)];
    return [
      measured(LABELS.arrival, first),
      ...again.map((each) => measured(LABELS.arrivalAgain, each)),
    ];
  }).flat();
}

function missing(index: number, afterMs: number): Measurement {
  const reason = `no event within ${afterMs} ms`;
  const outcome = { status: 'failed', code: 'timeout', reason, afterMs } as const;
  const user = Math.floor(index / WRITES);
  return { label: LABELS.arrival, user, index, intendedAtMs: 0, outcome };
}
