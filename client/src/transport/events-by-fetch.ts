import { EventSource } from 'eventsource';
import type { EventStream, HttpCarrier } from './http-carrier.ts';

/** What the browser's `EventSource` does, by requests of a carrier: of one that is no HTTP, or a long poll. */
export function eventsByFetch(url: string, fetch: HttpCarrier['fetch']): EventStream {
  return new EventSource(url, { fetch: (to, init) => fetch(String(to), init) });
}
