import type { OnLeft } from '@holbench/scenarios/port/client-transport';
import type { TransportError } from '@holbench/scenarios/port/transport-error';
import { ResourceProtocol } from './resource-protocol.ts';

/** Proves which protocol carried a request. */
export interface ProtocolWitness {
  /** Call when the request has ended. @returns the protocol, or `unproven`. */
  settled(): Promise<string>;
  /** Call it when the request has failed instead. @returns the error as a `TransportError`. */
  abandon(thrown: unknown): TransportError;
}

/** What carries the requests of an `HttpTransport`, in the shape of the browser's own. */
export interface HttpCarrier {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** It reconnects by itself and sends the last event id. */
  readonly openEvents: (url: string) => EventStream;
  /** Call it before the request. `url` is absolute, and unique in the page. */
  readonly witness: (url: string, onLeft?: OnLeft) => ProtocolWitness;
  readonly close: () => void;
}

/** What an `HttpTransport` needs of an `EventSource`. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** `fetch` and `EventSource`, over the HTTP version that browser and server negotiate. */
export const BROWSER_CARRIER: HttpCarrier = {
  fetch: (url, init) => fetch(url, init),
  openEvents: (url) => new EventSource(url),
  witness: (url, onLeft) => new ResourceProtocol(url, onLeft),
  close: () => {},
};
