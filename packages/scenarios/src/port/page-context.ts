import type { CoValueSummary } from '@holbench/protocol/covalue';
import type { Variant } from '@holbench/variants/registry';
import type { ClientTransport } from './client-transport.ts';
import type { PageFunctions } from './holbench-page.ts';

/** The moment at which a page was ready for its user, and what it had by then. */
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
  /** Another transport to the same server: a new user, as it were. */
  openTransport(): ClientTransport;
}

/** What `page.ts` of a scenario exports. */
export interface ScenarioPage {
  /** The functions that its drive calls; their state lives as long as the page. */
  readonly page: (context: PageContext) => PageFunctions;
}
