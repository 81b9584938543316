import type { Measurement } from '@holbench/results/sample';
import { LABELS, type SetUpFrom } from '../labels.ts';
import { pageLoad } from '../page/page-load.ts';
import type { PageContext } from '../port/page-context.ts';

export interface SetUpSpec {
  readonly user: number;
  /** Whether the browser has been here before: it may hold session tickets. */
  readonly returning: boolean;
}

export const page = (context: PageContext) => ({
  setUp: async (spec: SetUpSpec) => setUp(context, spec),
});

/**
 * Times from the start of a navigation over new connections until the first byte of the page, and
 * until the first message over its transport.
 */
export function setUp(
  context: Pick<PageContext, 'ready'>,
  { user, returning }: SetUpSpec,
): Measurement[] {
  const firstMessage = pageLoad(context, user);
  const navigation = navigationTiming();
  const from = returning ? resumedBy(navigation) : 'cold';
  const { outcome } = firstMessage;
  const message = { ...firstMessage, label: LABELS.setUp(from, 'first-message') };
  if (outcome.status !== 'ok') return [message];
  return [
    {
      ...firstMessage,
      label: LABELS.setUp(from, 'first-byte'),
      // Headers are no payload.
      outcome: { ...outcome, durationMs: navigation.responseStart, bytes: 0 },
    },
    message,
  ];
}

/** A request that is sent before its connection's handshake has ended is early data. */
function resumedBy({ requestStart, connectEnd }: PerformanceNavigationTiming): SetUpFrom {
  return requestStart < connectEnd ? '0rtt' : 'resumed';
}

function navigationTiming(): PerformanceNavigationTiming {
  const [entry] = performance.getEntriesByType('navigation');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the DOM types forget the kind
  return entry as PerformanceNavigationTiming;
}
