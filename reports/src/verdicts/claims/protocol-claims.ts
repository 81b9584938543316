import {
  besideLossless,
  besideSlower,
  FAST_KBPS,
  LEAST_RTT_MS,
  withLosses,
  withRoundTrip,
} from '@holbench/scenarios/claims/link-conditions';
import { difference, product, ratio } from './claim-rounds.ts';
import { claimRun, CLEAN, LOSSY, only, PLAIN } from './claim-run.ts';
import type { Claim } from './claim.ts';
import { cellsByFactor, evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, allOf, below, NotTested, oneOf } from './hypothesis.ts';

const [LEAST, MOST] = [0.5, 1.5];

export const SET_UP_CLAIM: Claim = {
  run: claimRun({
    id: 'quic-saves-a-round-trip',
    scenario: 'connect',
    cells: only('node-http2', 'caddy-http3'),
    over: withRoundTrip,
    needs: `a network with a round trip of ${LEAST_RTT_MS} ms or more`,
  }),
  claim:
    'A new QUIC connection brings its first byte one round trip earlier than TCP with TLS 1.3.',
  by: 'published',
  sources: [
    {
      text: 'Thomson, Turner: RFC 9001: Using TLS to Secure QUIC, 2021',
      url: 'https://www.rfc-editor.org/info/rfc9001',
    },
  ],
  rule: `HTTP/2’s first byte − HTTP/3’s, in round trips, by round. Supported: more than ${LEAST} and less than ${MOST}. Contradicted: less than ${LEAST} or more than ${MOST}.`,
  check: (measured) => {
    const of = (variant: string) =>
      numbersOf(measured, { variant, scenario: 'connect', metric: 'first-byte-rtt' });
    const [tcp, quic] = [of('node-http2'), of('caddy-http3')];
    const saved = difference(tcp, quic);
    const gain = evidenceOf('HTTP/2 − HTTP/3', 'RTT', saved);
    return {
      figures: `HTTP/3 saves ${inWords(gain)} round trips`,
      evidence: [
        evidenceOf('node-http2: first byte, cold', 'RTT', tcp),
        evidenceOf('caddy-http3: first byte, cold', 'RTT', quic),
        gain,
      ],
      supported: allOf(above(saved, LEAST), below(saved, MOST)),
      contradicted: oneOf(below(saved, LEAST, ', not one'), above(saved, MOST, ', more than one')),
    };
  },
};

/** "Far more" as a number: the factor for messages is more than so many times that for the bulk. */
const FAR_MORE = 2;
const LATENCY = 'load-during';
const GOODPUT = 'goodput-start';

export const MESSAGES_CLAIM: Claim = {
  run: claimRun({
    id: 'messages-more-than-bulk',
    cells: [
      { variants: ['node-http2'], changes: [{ flag: 'http2-write', value: '16k' }] },
      ...only('caddy-http3'),
    ],
    networks: [LOSSY],
    over: withLosses,
    needs: 'a network with losses',
  }),
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
  rule: `From HTTP/2 to HTTP/3, in the first ten seconds of a download on the same connection: m is the factor by which messages get faster, b that by which the bulk does, by round. HTTP/2 has a short queue (the smallest --http2-write of an arm that changes nothing else), because node:http2 by default leaves requests unread while it writes, which no protocol asks for (docs/decisions/0008). Supported: m ÷ b and m · b are both more than ${FAR_MORE}, so that it holds whichever way the bulk changes. Contradicted: one of them is less.`,
  check: (measured) => {
    // An arm in which Node's HTTP/2 reads while it writes.
    const cells = { variant: 'node-http2', scenario: 'download', flag: 'http2-write' };
    const [short] = cellsByFactor(measured, cells)
      .filter(({ factors }) => factors.http2WriteBytes !== null)
      .toSorted((a, b) => (a.factors.http2WriteBytes ?? 0) - (b.factors.http2WriteBytes ?? 0));
    if (!short) throw new NotTested('needs node-http2 with --http2-write and nothing else changed');
    const http2 = (metric: string) =>
      numbersOf(measured, { variant: 'node-http2', arm: short.arm, metric });
    const http3 = (metric: string) => numbersOf(measured, { variant: 'caddy-http3', metric });
    const messages = ratio(http2(LATENCY), http3(LATENCY));
    const bulk = ratio(http3(GOODPUT), http2(GOODPUT));
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

/** Nobody is behind by less than a tenth. */
const BEHIND = 1.1;

/** WebSocket against QUIC, for messages alone and beside a download on their own connection. */
const SAID = [
  {
    id: 'websocket-behind-under-loss',
    claim: 'For small messages alone, WebSocket falls behind QUIC only where packets are lost.',
    by: 'published',
    // A loss delays few messages, so that a median does not show it.
    metric: 'load-alone-mean',
  },
  {
    id: 'websocket-behind-under-loss-beside-bulk',
    claim:
      'Beside a download on their own connection, small messages over WebSocket fall behind QUIC only where packets are lost.',
    by: 'ours',
    metric: 'load-during-mean',
  },
] as const;

export const LOSS_CLAIMS = SAID.map(({ id, claim, by, metric }): Claim => ({
  run: claimRun({
    id,
    cells: only('node-ws', 'caddy-http3'),
    networks: [CLEAN, LOSSY],
    over: besideLossless,
    needs: 'two networks that differ in their losses alone',
  }),
  claim,
  by,
  sources: [
    {
      text: 'Gulliksson: Empirical analysis of the impact of packet loss on WebTransport using Socket.IO, 2024',
      url: 'https://umu.diva-portal.org/smash/record.jsf?pid=diva2:1876796',
    },
  ],
  rule: `Mean latency of the loads of a connection, alone or in the first ten seconds of a download, WebSocket ÷ HTTP/3, by round, over two networks that differ in their losses alone. A mean, because losses delay few messages; with one unanswered it is a lower bound. Behind: slower by more than a tenth. Supported: more than ${BEHIND} with losses and less than ${BEHIND} without. Contradicted: more without, or less with them.`,
  check: (measured) => {
    const [lossless, lossy] = measured.profiles.map(({ id: network }) => {
      const mean = (variant: string) => numbersOf(measured, { variant, network, metric });
      const [ws, quic] = [mean('node-ws'), mean('caddy-http3')];
      const behind = ratio(ws, quic);
      const compared = evidenceOf(`WebSocket ÷ HTTP/3 over ${network}`, '', behind);
      const evidence = [
        evidenceOf(`node-ws over ${network}: mean`, 'ms', ws),
        evidenceOf(`caddy-http3 over ${network}: mean`, 'ms', quic),
        compared,
      ];
      return { behind, evidence, text: inWords(compared) };
    });
    if (!lossless || !lossy) throw new Error('a lossless network and a lossy one');
    return {
      figures: `WebSocket ÷ HTTP/3 is ${lossless.text} without losses, ${lossy.text} with them`,
      evidence: [...lossless.evidence, ...lossy.evidence],
      supported: allOf(below(lossless.behind, BEHIND), above(lossy.behind, BEHIND)),
      contradicted: oneOf(
        above(lossless.behind, BEHIND, ': behind without losses, too'),
        below(lossy.behind, BEHIND, ': not behind with them'),
      ),
    };
  },
}));

export const BANDWIDTH_CLAIM: Claim = {
  run: claimRun({
    id: 'http3-deficit-grows',
    cells: only('node-http2', 'caddy-http3'),
    networks: [
      // A queue of one bandwidth-delay product would be four packets.
      { ...PLAIN, options: { down: '20mbit', queue: '100p' } },
      PLAIN,
    ],
    over: besideSlower,
    needs: `networks without losses that differ in their rates alone, one of them with ${FAST_KBPS / 1000} Mbit/s or more`,
  }),
  claim: 'HTTP/3’s goodput falls further behind HTTP/2’s the faster the link is.',
  by: 'published',
  sources: [
    {
      text: 'Zhang, Jin, He, Hassan, Mao, Qian, Zhang: QUIC is not Quick Enough over Fast Internet (WWW), 2024',
      url: 'https://arxiv.org/abs/2310.09423',
    },
  ],
  rule: `Goodput of the first ten seconds of a download, HTTP/3 ÷ HTTP/2, by round, over networks without losses that differ in their rates alone, the fastest with ${FAST_KBPS / 1000} Mbit/s or more. Supported: on the fastest less than 1, and less than on the slowest. Contradicted: on the fastest more than on the slowest, or more than 1. A client at its limit counts: that is what the source found.`,
  check: (measured) => {
    const over = (network: string) => {
      const of = (variant: string) => {
        const goodput = { variant, network, metric: GOODPUT };
        return numbersOf(measured, { ...goodput, anyLimiter: true });
      };
      const numbers = ratio(of('caddy-http3'), of('node-http2'));
      const evidence = evidenceOf(`HTTP/3 ÷ HTTP/2 goodput over ${network}`, '', numbers);
      return { network, numbers, evidence, text: `${inWords(evidence)} over ${network}` };
    };
    const [slow, fast] = measured.profiles.map(({ id }) => over(id));
    if (!slow || !fast) throw new Error('a slow network and a fast one');
    const change = ratio(fast.numbers, slow.numbers);
    const changed = evidenceOf(`the same over ${fast.network} ÷ over ${slow.network}`, '', change);
    return {
      figures: `HTTP/3 ÷ HTTP/2 is ${slow.text}, ${fast.text}`,
      evidence: [slow.evidence, fast.evidence, changed],
      supported: allOf(below(change, 1), below(fast.numbers, 1)),
      contradicted: oneOf(above(change, 1), above(fast.numbers, 1, ': no deficit')),
    };
  },
};
