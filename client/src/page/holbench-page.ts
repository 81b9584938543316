import { BulkTransfer } from '../workloads/bulk-transfer.ts';
import { createBatch } from '../workloads/create-batch.ts';
import { createOne } from '../workloads/create-one.ts';
import { fillQueue } from '../workloads/fill-queue.ts';
import { loadBatch } from '../workloads/load-batch.ts';
import { loadOne } from '../workloads/load-one.ts';
import { pageLoad } from '../workloads/page-load.ts';
import { ProbeEvents } from '../workloads/probe-events.ts';
import { ProbeSeries } from '../workloads/probe-series.ts';
import { produce } from '../workloads/produce.ts';
import { produceOnSchedule } from '../workloads/produce-on-schedule.ts';
import { setUp } from '../workloads/set-up.ts';
import type { HolbenchPage } from '../workloads/spec.ts';
import { Subscriber } from '../workloads/subscriber.ts';
import type { ConnectedPage } from './connect.ts';

/** The page as bench and tests drive it: the workloads, once the page is connected. */
export function holbenchPage(connected: Promise<ConnectedPage>): HolbenchPage {
  let subscriber: Subscriber | null = null;
  let probeEvents: ProbeEvents | null = null;
  let probes: ProbeSeries | null = null;
  let bulk: BulkTransfer | null = null;
  return {
    ready: becomesReady(connected),
    transport: async () => (await connected).transport,
    loadBatch: async (spec) => loadBatch(await connected, spec),
    createBatch: async (spec) => createBatch(await connected, spec),
    loadOne: async (spec) => loadOne(await connected, spec),
    createOne: async (spec) => createOne(await connected, spec),
    pageLoad: (user) => pageLoad(connected, user),
    setUp: (spec) => setUp(connected, spec),
    subscribe: async (spec) => {
      subscriber = new Subscriber(await connected, spec);
      await subscriber.begin();
    },
    produce: async (spec) => produce(await connected, spec),
    received: async (spec) => {
      if (!subscriber) throw new Error('this page has not subscribed');
      return subscriber.received(spec);
    },
    produceOnSchedule: async (spec) => produceOnSchedule(await connected, spec),
    fillQueue: async (spec) => fillQueue(await connected, spec),
    beginProbes: async (spec) => {
      const context = await connected;
      probeEvents ??= await ProbeEvents.begin(context, spec.timeoutMs);
      probes = new ProbeSeries(context, spec, probeEvents);
    },
    endProbes: async () => {
      if (!probes) throw new Error('this page has not begun to probe');
      return probes.end();
    },
    beginBulk: async (spec) => {
      bulk = await BulkTransfer.begin(await connected, spec);
    },
    endBulk: async () => {
      if (!bulk) throw new Error('this page has begun no bulk transfer');
      return bulk.end();
    },
  };
}

async function becomesReady(connected: Promise<ConnectedPage>): Promise<void> {
  await connected;
}
