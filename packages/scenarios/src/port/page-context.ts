import type { CoValueSummary } from '@holbench/protocol/covalue';
import type { Variant } from '@holbench/variants/registry';
import type { ClientTransport } from './client-transport.ts';
import type { PageFunctions } from './holbench-page.ts';
import type { Told } from './told.ts';

/** The moment at which a page was ready, and what it had loaded by then. */
export interface ReadyPage {
  /** `performance.now()`: milliseconds since the navigation began. */
  readonly atMs: number;
  /** Bytes of the page, its assets and the list, without headers. */
  readonly bytes: number;
  /** `websocket` where the page works over an open one, else the navigation's own protocol. */
  readonly protocol: string;
}

/** What a scenario's page works with, once the page is connected. The client implements it. */
export interface PageContext {
  readonly variant: Variant;
  readonly transport: ClientTransport;
  /** The CoValues that the server had when the page was loaded, in its order. */
  readonly list: readonly CoValueSummary[];
  readonly ready: ReadyPage;
  /** Another transport to the same server, for another user. */
  openTransport(): ClientTransport;
  /** `fetch`, or what the page's transport has in its place. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Tells who watches the cell; missing: nobody does. */
  readonly tell?: (told: Told) => void;
}

/** Exports of a scenario's `page.ts`. */
export interface ScenarioPage {
  /** The functions that its drive calls; their state lives as long as the page. */
  readonly page: (context: PageContext) => PageFunctions;
}
