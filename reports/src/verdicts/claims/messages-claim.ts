import { withLosses } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { LOSSY, only, ROUNDS, twoSided } from './claim-run.ts';
import { NotTested } from './not-tested.ts';
import { cellsByFactor, evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';
import { product, ratio } from './claim-rounds.ts';

/** "Far more" as a number: the factor for messages is more than so many times that for the bulk. */
const FAR_MORE = 2;
const LATENCY = 'load-same-p50';

export const MESSAGES_CLAIM: Claim = {
  run: {
    id: 'messages-more-than-bulk',
    scenario: 'download',
    kind: 'text',
    cells: [
      { variants: ['node-http2'], changes: [{ flag: 'http2-write', value: '16k' }] },
      ...only('caddy-http3'),
    ],
    networks: [LOSSY],
    rounds: ROUNDS,
    over: withLosses,
    needs: 'a network with losses',
    tries: twoSided,
  },
  claim:
    'Removing head-of-line blocking changes how long small messages take far more than how fast a big transfer is.',
  by: 'published',
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
  // The factor of the bulk is never folded to above 1: rounds that scatter around 1 would all show a change.
  rule: `From HTTP/2 to HTTP/3, beside a download on the same connection: m is the factor by which messages get faster, b that by which the bulk does, by round. HTTP/2 has a short queue (the smallest --http2-write of an arm that changes nothing else), because node:http2 by default leaves requests unread while it writes, which no protocol asks for (docs/decisions/0008). Supported: m ÷ b and m · b are both more than ${FAR_MORE}, so that it holds whichever way the bulk changes. Contradicted: one of them is less.`,
  check: (measured) => {
    // An arm in which Node's HTTP/2 reads while it writes.
    const cells = { variant: 'node-http2', scenario: 'download', flag: 'http2-write' };
    const [short] = cellsByFactor(measured, cells)
      .filter(({ factors }) => factors.http2WriteBytes !== null)
      .toSorted((a, b) => (a.factors.http2WriteBytes ?? 0) - (b.factors.http2WriteBytes ?? 0));
    if (!short) throw new NotTested('needs node-http2 with --http2-write and nothing else changed');
    const http2 = (metric: string) =>
      numbersOf(measured, { variant: 'node-http2', scenario: 'download', arm: short.arm, metric });
    const http3 = (metric: string) =>
      numbersOf(measured, { variant: 'caddy-http3', scenario: 'download', metric });
    const messages = ratio(http2(LATENCY), http3(LATENCY));
    const bulk = ratio(http3('goodput-same'), http2('goodput-same'));
    const [ofMessages, ofBulk] = [
      evidenceOf('m, messages: HTTP/2 ÷ HTTP/3 latency, p50', '', messages),
      evidenceOf('b, bulk: HTTP/3 ÷ HTTP/2 goodput', '', bulk),
    ];
    const [faster, slower] = [ratio(messages, bulk), product(messages, bulk)];
    return {
      figures: `messages × ${inWords(ofMessages)}, bulk × ${inWords(ofBulk)}`,
      evidence: [
        ofMessages,
        ofBulk,
        evidenceOf('m ÷ b', '', faster),
        evidenceOf('m · b', '', slower),
      ],
      supported: allOf(above(faster, FAR_MORE), above(slower, FAR_MORE)),
      contradicted: oneOf(below(faster, FAR_MORE), below(slower, FAR_MORE)),
    };
  },
};
