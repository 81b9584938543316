import { EventSource } from 'eventsource';
import { FIRST_BACK_OFF_MS } from '@holbench/scenarios/port/client-transport';
import type { EventStream, HttpCarrier } from './http-carrier.ts';

/** What the browser's `EventSource` does, by requests of a carrier: of one that is no HTTP, or a long poll. */
export function eventsByFetch(url: string, fetch: HttpCarrier['fetch']): EventStream {
  return new EventSource(url, { fetch: (to, init) => fetch(String(to), init) });
}

/** A long poll follows the one before at once, but not one that failed. */
export function withBackOff(fetch: HttpCarrier['fetch']): HttpCarrier['fetch'] {
  return (url, init) =>
    fetch(url, init).catch(async (failure: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, FIRST_BACK_OFF_MS));
      throw failure;
    });
}
