import type { ProducerSpec } from '@holbench/client/workloads/spec';
import { LABELS, type Measurement } from '@holbench/results/sample';
import type { CellRun } from '../cell-run.ts';
import { slowMutationMs } from '../time-limits.ts';
import { openPage } from './open-page.ts';

/** The first mutations travel over cold code and are flagged as warm-up. */
const WARMUP_MUTATIONS = 2;

/** 3e: one page mutates a CoValue, other pages, each a user of its own, receive the events. */
export async function mutate(run: CellRun): Promise<void> {
  const { kind, seed } = run.cell;
  const mutations = WARMUP_MUTATIONS + run.cell.network.workload.mutations;
  const browser = await run.browser();
  const producer = await openPage(run, browser);
  const subscribers = await Promise.all(
    Array.from({ length: run.configuration.subscribers }, () => openPage(run, browser)),
  );
  for (const [user, page] of [producer, ...subscribers].entries()) {
    run.record([await page.evaluate((user) => window.holbench.pageLoad(user), user)]);
  }

  await Promise.all(
    subscribers.map((page, index) =>
      page.evaluate((spec) => window.holbench.subscribe(spec), {
        kind,
        seed,
        timeoutMs: run.timeoutMs,
        user: index + 1,
        label: LABELS.deliver,
      }),
    ),
  );
  const received = subscribers.map((page) =>
    page.evaluate((spec) => window.holbench.received(spec), {
      mutations,
      // The limit of the last delivery, and what the mutations before it may take one by one.
      timeoutMs: run.timeoutMs + mutations * slowMutationMs(run.cell.factors),
    }),
  );
  const spec: ProducerSpec = { kind, seed, mutations, timeoutMs: run.timeoutMs };
  const produced = producer.evaluate((spec) => window.holbench.produce(spec), spec);
  for (const measurements of await Promise.all([produced, ...received])) record(run, measurements);
}

function record(run: CellRun, measurements: readonly Measurement[]): void {
  run.record(
    measurements.filter(({ index }) => index < WARMUP_MUTATIONS),
    { warmup: true },
  );
  run.record(measurements.filter(({ index }) => index >= WARMUP_MUTATIONS));
}
