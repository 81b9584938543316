import { LABELS } from '../labels.ts';
import type { CellRun } from '../port/cell-run.ts';
import type { page } from './page.ts';

/** The first mutations run cold code and are warm-up. */
const WARMUP_MUTATIONS = 2;

/** A mutation's round trip that would be slow even with a one-way delay of 200 ms, in milliseconds. */
const SLOW_ROUND_TRIP_MS = 500;

/** One page mutates a CoValue; other pages, each a separate user, receive the events. */
export async function drive(run: CellRun): Promise<void> {
  const { kind, seed, factors, workload } = run.cell;
  const { timeoutMs } = run;
  const mutations = WARMUP_MUTATIONS + workload.mutations;
  const browser = await run.browser();
  const open = () => run.openPage<ReturnType<typeof page>>(browser);
  const producer = await open();
  const subscribers = await Promise.all(
    Array.from({ length: run.cell.workload.subscribers }, open),
  );
  for (const [user, page] of [producer, ...subscribers].entries()) {
    run.record([await page.call('pageLoad', user)]);
  }

  await Promise.all(
    subscribers.map((page, index) => {
      const spec = { kind, seed, timeoutMs, user: index + 1, label: LABELS.deliver };
      return page.call('subscribe', spec);
    }),
  );
  // The limit of the last delivery, plus the time of the mutations before it, one by one. A
  // mutation may wait in a batch in both directions.
  const slowMutationMs = SLOW_ROUND_TRIP_MS + 2 * factors.batchMs;
  const expected = { mutations, timeoutMs: timeoutMs + mutations * slowMutationMs };
  const received = subscribers.map((page) => page.call('received', expected));
  const produced = producer.call('produce', { kind, seed, mutations, timeoutMs });
  for (const measurements of await Promise.all([produced, ...received])) {
    run.record(measurements, { warmup: WARMUP_MUTATIONS });
  }
}
