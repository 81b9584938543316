import { type Claim, judged, NotTestable } from './claim.ts';
import { cellsOf, isMore, pointsOf, ratioEvidence } from './evidence.ts';
import { isLossy } from './link.ts';

/** "Far more" as a number: the factor for messages is at least so many times that for the bulk. */
const FAR_MORE = 2;

export const MESSAGES_CLAIM: Claim = {
  id: 'messages-more-than-bulk',
  claim:
    'Removing head-of-line blocking changes how long small messages take far more than how fast a big transfer is.',
  sources: [
    {
      text: 'Marx: Head-of-Line Blocking in QUIC and HTTP/3: The Details, 2020',
      url: 'https://github.com/rmarx/holblocking-blogpost',
    },
    {
      text: 'Nowlan, Tiwari, Iyengar, Amin, Ford: Fitting Square Pegs Through Round Pipes: Unordered Delivery Wire-Compatible with TCP and TLS (NSDI), 2012',
      url: 'https://arxiv.org/abs/1103.0463',
    },
  ],
  rule: `HTTP/2 with a short queue (--http2-write), because node:http2 by default leaves requests unread while it writes, which no protocol asks for (docs/decisions/0008). From HTTP/2 to HTTP/3, beside a download on the same connection: reproduced when messages get faster by a factor more than ${FAR_MORE} times that by which the goodput changes either way, by intervals; refuted when by less.`,
  command:
    'pnpm bench --scenarios 4f --networks 4g --variants node-http2,caddy-http3 --http2-write 16k --rounds 4',
  needs: 'a network with losses',
  check: (measured) => {
    if (!isLossy(measured.network.profile)) return null;
    // An arm in which Node's HTTP/2 reads while it writes.
    const cells = cellsOf(measured, 'node-http2', '4f');
    const short = cells.find(({ factors }) => factors.http2WriteBytes !== null);
    if (!short) {
      throw new NotTestable('needs node-http2 with --http2-write');
    }
    const of = (metric: string) =>
      [
        pointsOf(measured, { variant: 'node-http2', scenario: '4f', arm: short.arm, metric }),
        pointsOf(measured, { variant: 'caddy-http3', scenario: '4f', metric }),
      ] as const;
    const messages = ratioEvidence('messages: HTTP/2 ÷ HTTP/3 latency, p50', of('load-self-p50'));
    const bulk = ratioEvidence(
      'bulk: goodput of the faster ÷ the slower',
      of('goodput-self'),
      (ratio) => Math.max(ratio, 1 / ratio),
    );
    return judged(
      `messages × ${messages.value.toFixed(2)}, bulk × ${bulk.value.toFixed(2)} either way`,
      [messages, bulk],
      [
        [isMore(messages, bulk, FAR_MORE), 'reproduced'],
        [isMore(bulk, messages, 1 / FAR_MORE), 'refuted'],
      ],
    );
  },
};
