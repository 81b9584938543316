import type { ReportData } from '../model/report-data.ts';
import { bulkGoodputs } from '../model/holb-rounds.ts';
import type { Claim, Judgement } from './claim.ts';
import { evidenceOf, isMore, perPair, roundsFor } from './evidence.ts';
import { overNetworks } from './judge.ts';
import { isLossy } from './link.ts';
import { NotTestable } from './not-testable.ts';
import { probeMs } from '../model/probe-ms.ts';
import { SOURCES } from './sources.ts';

/** "Far more" as a number: the factor for messages is at least so many times that for the bulk. */
const FAR_MORE = 2;

export const MESSAGES_CLAIM: Claim = {
  id: 'messages-more-than-bulk',
  claim:
    'Removing head-of-line blocking changes how long small messages take far more than how fast a big transfer is.',
  sources: [SOURCES.marx, SOURCES.minion],
  rule: `HTTP/2 with a short queue (--http2-write), because node:http2 by default leaves requests unread while it writes, which no protocol asks for (docs/decisions/0008). From HTTP/2 to HTTP/3, beside a download on the same connection: reproduced when messages get faster by a factor more than ${FAR_MORE} times that by which the goodput changes either way, by intervals; refuted when by less.`,
  command:
    'pnpm bench --scenarios 4f --networks 4g --variants node-http2,caddy-http3 --http2-write 16k --rounds 4',
  check: (data) =>
    overNetworks(
      data,
      { may: ({ profile }) => isLossy(profile), needs: 'a network with losses' },
      ({ profile }) => check(data, profile.id),
    ),
};

function check(data: ReportData, network: string): Judgement {
  const of = (variant: string, arm: string) =>
    roundsFor(data, { variant, network, scenario: '4f', kind: 'text', arm });
  const [http2, http3] = [of('node-http2', shortQueue(data, network)), of('caddy-http3', '')];
  const messages = evidenceOf(
    'messages: HTTP/2 ÷ HTTP/3 latency, p50',
    '',
    perPair(http2, http3, (a, b) => ratio(probeMs(a, 'self', 'p50'), probeMs(b, 'self', 'p50'))),
  );
  const bulk = evidenceOf(
    'bulk: goodput of the faster ÷ the slower',
    '',
    perPair(http2, http3, (a, b) => {
      const change = ratio(bulkGoodputs([b], 'self')[0], bulkGoodputs([a], 'self')[0]);
      return change === null ? null : Math.max(change, 1 / change);
    }),
  );
  const evidence = [messages, bulk];
  const figures = `messages × ${messages.value.toFixed(2)}, bulk × ${bulk.value.toFixed(2)} either way`;
  if (isMore(messages, bulk, FAR_MORE)) return { verdict: 'reproduced', why: figures, evidence };
  if (isMore(bulk, messages, 1 / FAR_MORE)) return { verdict: 'refuted', why: figures, evidence };
  const why = `${figures}, but the intervals are too wide: needs more rounds`;
  return { verdict: 'not testable', why, evidence };
}

/** The arm in which Node's HTTP/2 reads while it writes. @throws NotTestable where none was run. */
function shortQueue({ cells }: ReportData, network: string): string {
  const found = cells.find(
    ({ cell }) =>
      cell.variant === 'node-http2' &&
      cell.network === network &&
      cell.scenario === '4f' &&
      cell.factors.http2WriteBytes !== null,
  );
  if (found) return found.cell.arm;
  throw new NotTestable(
    'needs node-http2 with --http2-write: by default most of its wait is node:http2, not the protocol',
  );
}

function ratio(a: number | null | undefined, b: number | null | undefined): number | null {
  return a && b ? a / b : null;
}
