import type { ProbePhase } from '@holbench/results/sample';
import { CENSORED } from '@holbench/stats/censored';
import type { Caution, Metric, MetricTable, Round } from '../../metric.ts';
import { messagesOf } from './connection-messages.ts';
import { deadlineMs } from './probe-latencies.ts';

type Judged = Pick<Round, 'samples' | 'connection' | 'elsewhere'>;

/** What the browser made of messages before they left. */
const TABLE: MetricTable = { id: 'browser', title: 'in the browser', evidence: true };

/** A message that leaves later was held up by a limit of the browser, in ms. */
export const LEFT_LATE_MS = 100;

/** Ids of the figures by which a row is judged. */
export const inBrowser = (phase: ProbePhase) => `browser-${phase}-p50`;
export const requestsIn = (phase: ProbePhase) => `requests-${phase}`;

/**
 * How long messages waited in the browser for a connection or a stream, or in the buffer of a WebSocket, and how many
 * requests were under way. None in runs that did not record it.
 */
export const BROWSER_METRICS: readonly Metric[] = (['alone', 'same'] as const).flatMap((phase) => [
  {
    ...common(),
    id: inBrowser(phase),
    title: `${phase} in the browser p50`,
    unit: 'ms',
    definition: `leftAtMs − sentAtMs: how long a message was in the browser, of all that were sent; HTTP: until requestStart of its resource entry, or, where it was given up, until the browser had a connection or a stream free by the page’s own count; WebSocket: until bufferedAmount says that it is no longer in the socket’s buffer; at least the deadline where it never left. d includes it`,
    cautions: (round) => unknownDepartures(round, phase),
    estimate: {
      of: 'operations',
      statistic: 'p50',
      values: (round) => inBrowserMs(round, phase),
      bound: ({ workload }) => deadlineMs(workload),
      without: 'not recorded',
    },
  },
  {
    ...common(),
    id: requestsIn(phase),
    title: `${phase} requests under way`,
    unit: 'count',
    definition:
      'most requests of the page that were under way when a message was sent, with its own and those of transfers; over HTTP with the event stream, too',
    estimate: {
      of: 'most',
      value: (round) => {
        const all = messagesOf(round, phase).flatMap(({ openRequests }) => openRequests ?? []);
        return all.length === 0 ? null : Math.max(...all);
      },
    },
  },
]);

function common() {
  return { better: null, table: TABLE, whereRecorded: true } as const;
}

/** In ms, `CENSORED` for a message that never left; empty where that is not known of half of them or more. */
function inBrowserMs(round: Judged, phase: ProbePhase): number[] {
  const all = messagesOf(round, phase);
  const known = all.flatMap(({ sentAtMs, leftAtMs }) => {
    if (sentAtMs === undefined || leftAtMs === undefined) return [];
    return leftAtMs === null ? CENSORED : Math.max(0, leftAtMs - sentAtMs);
  });
  return 2 * known.length > all.length ? known : [];
}

/** Of a page that counts its requests: of older ones nothing of the kind is known. */
export function unknownDepartures(round: Judged, phase: ProbePhase): Caution[] {
  const counted = messagesOf(round, phase).filter(({ openRequests }) => openRequests !== undefined);
  const unknown = counted.filter(({ leftAtMs }) => leftAtMs === undefined);
  if (unknown.length === 0) return [];
  return [
    {
      id: `unknown departures ${phase}`,
      meaning: `it is not known when some messages of the phase ${phase} left the browser`,
      here: `it is not known when ${unknown.length} of ${counted.length} messages of the phase ${phase} left the browser`,
    },
  ];
}
