import type { CoValueSummary } from '@holbench/protocol/covalue';
import type { ClientTransport } from '../transport/client-transport.ts';

/** What a workload works with. */
export interface PageContext {
  readonly transport: ClientTransport;
  /** The CoValues that the server had when the page was loaded, in its order. */
  readonly list: readonly CoValueSummary[];
}
