import type { PageContext } from '../../port/page-context.ts';
import { BulkTransfer } from './bulk-transfer.ts';
import { listenTo } from './listen.ts';
import { ProbeEvents } from './probe-events.ts';
import { ProbeSeries } from './probe-series.ts';
import type { BulkSpec, ProbeSpec } from './specs.ts';

/** A page that sends probes, runs a bulk transfer, or both. */
export const besideBulkPage = (context: PageContext) => {
  let events: ProbeEvents | null = null;
  const hasEvents = !context.variant.capabilities.includes('no-events');
  let probes: ProbeSeries | null = null;
  let bulk: BulkTransfer | null = null;
  let prepared: (() => BulkTransfer) | null = null;
  const subscribe = async (timeoutMs: number): Promise<void> => {
    if (hasEvents) events ??= await ProbeEvents.begin(context, timeoutMs);
  };
  return {
    /** Sends no more; resolves when each probe is answered or past its deadline. */
    endProbes: async () => {
      if (!probes) throw new Error('this page has not begun to send probes');
      return probes.end();
    },
    eventsAgain: async () => events?.again ?? 0,
    /** Does what `begin` is not to wait for. */
    prepareBulk: async (spec: BulkSpec) => {
      prepared = await BulkTransfer.prepare(context, spec);
    },
    /** Gets the events of its messages, before anything may delay that. */
    subscribe,
    /** Has so many subscriptions more, as one of several tabs. @returns how many the server confirmed. */
    listen: async (subscriptions: number) => listenTo(context, subscriptions),
    /** Begins the prepared bulk transfer, or probes, or both at once. @returns when, on the clock of `intendedAtMs`. */
    begin: async (what: { readonly probes?: ProbeSpec; readonly bulk?: boolean }) => {
      if (what.probes) await subscribe(what.probes.timeoutMs);
      if (what.bulk && !prepared) throw new Error('this page has prepared no bulk transfer');
      const beganAtMs = performance.timeOrigin + performance.now();
      if (what.probes) context.tell?.({ is: 'began', phase: what.probes.phase, atMs: beganAtMs });
      if (what.bulk && prepared) bulk = prepared();
      if (what.probes) probes = new ProbeSeries(context, what.probes, events);
      return beganAtMs;
    },
    /** Cuts the bulk transfer off. */
    endBulk: async () => {
      if (!bulk) throw new Error('this page has begun no bulk transfer');
      return bulk.end();
    },
  };
};
