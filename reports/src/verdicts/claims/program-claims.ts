import type { Cell } from '@holbench/results/cell';
import {
  aboveHttp2Window,
  aboveReno,
  HTTP2_WINDOW_BYTES,
  http2WindowMbps,
  quicRenoMbps,
  ROOM,
  withLosses,
} from '@holbench/scenarios/claims/link-conditions';
import { ratio, unknown } from './claim-rounds.ts';
import { claimRun, LOSSY, oneSided, only, RENO_LOSSES, WITH_BBR } from './claim-run.ts';
import type { Claim } from './claim.ts';
import { armWith, cellsByFactor, evidenceOf, inWords, numbersOf, sharesByRtt } from './evidence.ts';
import { above, allOf, below, CLAIM_ROUNDS, NotTested, oneOf } from './hypothesis.ts';
import { rateOf } from '@holbench/results/rate-of';

/** The bound is of an empty link, and timed in bins of 100 ms. */
const TOLERANCE = 1.1;

export const WINDOW_CLAIM: Claim = {
  run: claimRun({
    id: 'http2-window-bounds-uploads',
    scenario: 'upload',
    cells: [
      ...only('node-http2'),
      { variants: ['node-http2'], changes: [{ flag: 'http2-window', value: '1m' }] },
    ],
    over: aboveHttp2Window,
    needs: `a network whose upload carries more than ${ROOM} × ${HTTP2_WINDOW_BYTES} bytes per round trip`,
  }),
  claim: `Node’s default HTTP/2 receive window (${HTTP2_WINDOW_BYTES.toLocaleString('en-US')} bytes) bounds uploads to one window per round trip.`,
  by: 'published',
  sources: [
    {
      text: 'szmarczak: Increase HTTP/2 window size (Node.js issue 38426), 2021',
      url: 'https://github.com/nodejs/node/issues/38426',
    },
  ],
  rule: `Goodput of the first ten seconds of an upload as a share of window ÷ round trip, by round, and with a larger window. Supported: less than ${TOLERANCE} with the default, and more than ${TOLERANCE} times that with a larger window. Contradicted: more than ${TOLERANCE} with the default, or less than ${TOLERANCE} times that with a larger window. Without a larger window it can only be contradicted.`,
  check: (measured) => {
    const of = (arm: string) => {
      const upload = { variant: 'node-http2', scenario: 'upload', arm, metric: 'goodput-start' };
      return sharesByRtt(measured, numbersOf(measured, upload), http2WindowMbps);
    };
    const cells = { variant: 'node-http2', scenario: 'upload', flag: 'http2-window' };
    const arms = cellsByFactor(measured, cells);
    const byDefault = arms.find((each) => windowOf(each) === HTTP2_WINDOW_BYTES);
    const [largest] = arms.toSorted((a, b) => windowOf(b) - windowOf(a));
    if (!byDefault || !largest)
      throw new NotTested('needs node-http2 in reference-4g with its default window');
    const small = of(byDefault.arm);
    const ofSmall = evidenceOf('upload ÷ (window ÷ RTT), default window', '', small);
    const exceeded = above(small, TOLERANCE);
    if (windowOf(largest) <= HTTP2_WINDOW_BYTES) {
      return {
        figures: `the upload reaches ${inWords(ofSmall)} of the bound; no larger window beside it`,
        evidence: [ofSmall],
        supported: null,
        contradicted: exceeded,
      };
    }
    const larger = ratio(of(largest.arm), small);
    const ofLarger = evidenceOf('upload with a larger window ÷ with the default one', '', larger);
    return {
      figures: `${inWords(ofSmall)} of the bound with the default window, ${inWords(ofLarger)} times that with a larger one`,
      evidence: [ofSmall, ofLarger],
      supported: allOf(below(small, TOLERANCE), above(larger, TOLERANCE)),
      contradicted: oneOf(exceeded, below(larger, TOLERANCE, ': something else bounds it')),
    };
  },
};

function windowOf({ factors }: Cell): number {
  return factors.http2WindowBytes ?? HTTP2_WINDOW_BYTES;
}

const OWN_BACK_OFF =
  '; quic-go’s Reno keeps 0.7 of its window after a loss, not half, which makes 1.37 of it';

export const RENO_CLAIM: Claim = {
  run: claimRun({
    id: 'quic-go-reno-ceiling',
    cells: only('caddy-http3'),
    networks: [LOSSY],
    over: aboveReno,
    needs: `a network with losses whose download carries more than ${ROOM} × the ceiling`,
    tries: oneSided,
  }),
  claim:
    'Over a link that loses packets, a download from quic-go cannot be faster than Reno: 1.22·MSS ÷ (RTT·√p).',
  // The formula is of TCP, and the issue says that quic-go's controller is Reno: the ceiling is ours.
  by: 'ours',
  sources: [
    {
      text: 'Mathis, Semke, Mahdavi, Ott: The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm (CCR 27(3)), 1997',
      url: 'https://dl.acm.org/doi/10.1145/263932.264023',
    },
    {
      text: 'snopytas, Seemann: Does quic-go provides both reno and cubic? (quic-go issue 3508), 2022',
      url: 'https://github.com/quic-go/quic-go/issues/3508',
    },
  ],
  rule: `Goodput of a download after its first ten seconds as a share of that ceiling, by connection, with the configured loss and the round trip measured before the cell. A connection with fewer than ${RENO_LOSSES} expected losses after that counts against both: the ceiling is a mean over many, and a download begins above it. Supported: less than 1. Contradicted: more than 1.`,
  check: (measured) => {
    const { profile } = measured.network;
    const of = (metric: string) => numbersOf(measured, { variant: 'caddy-http3', metric });
    const numbers = of('goodput-later');
    const goodput = evidenceOf(`goodput over ${profile.id}`, 'Mbit/s', numbers);
    const long = of('later-losses').filter(({ low }) => low >= RENO_LOSSES);
    if (long.length < CLAIM_ROUNDS) {
      throw new NotTested(
        `needs ${RENO_LOSSES} expected losses after the first ten seconds of ${CLAIM_ROUNDS} rounds and has ${long.length} such rounds: a longer --transfer-time`,
      );
    }
    const longCells = new Set(long.flatMap(({ cells }) => cells));
    const shares = sharesByRtt(measured, numbers, (rtt) => quicRenoMbps(profile, rtt)).map((each) =>
      each.cells.every((cell) => longCells.has(cell)) ? each : unknown(each),
    );
    const share = evidenceOf('goodput ÷ ceiling', '', shares);
    return {
      figures: `the download reaches ${inWords(share)} of the ceiling`,
      evidence: [goodput, share],
      supported: below(shares, 1),
      contradicted: above(shares, 1, OWN_BACK_OFF),
    };
  },
};

/** "Much" as a number. The source’s abstract has 90 % under severe impairments. */
const MUCH = 1.5;
/** Less than a tenth faster is not faster. */
const FASTER = 1.1;

export const PROXY_CLAIM: Claim = {
  run: claimRun({
    id: 'proxy-speeds-up-http2',
    cells: only('node-http2', 'envoy-http2').map((own) => ({ ...own, changes: [WITH_BBR] })),
    networks: [LOSSY],
    over: withLosses,
    needs: 'a network with losses',
    tries: oneSided,
  }),
  claim:
    'Over a path with losses, an HTTP/2 download is much faster through Envoy than from Node’s own HTTP/2, where both send with BBR.',
  by: 'ours',
  sources: [
    {
      text: 'Liu, Farkiani, Dehart, Parwatikar, Crowley: Performance Comparison of HTTP/3 and HTTP/2 with Proxy Integration, 2024, revised 2025',
      url: 'https://arxiv.org/abs/2409.16267',
    },
  ],
  rule: `The source’s abstract, which is what was read, says that a proxy with BBR improves HTTP/2 by 90 % under severe impairments, and HTTP/3 hardly. The lab tests a part of it. Its proxy is on the server’s machine, so it divides no path, and --tcp-cc gives the server without a proxy BBR, too: what is left is how Envoy sends, and the server behind it (node/http1, not node:http2). Not tested: a proxy between two paths; BBR at the proxy alone; HTTP/3, because the lab has no HTTP/3 server without a proxy. Goodput of a download after its first ten seconds, envoy-http2 ÷ node-http2, both with --tcp-cc bbr, by round. Supported: more than ${MUCH}, which a link has to have room for: where node-http2 already moves more than 1/${MUCH} of the rate, the claim can only be contradicted. Contradicted: less than ${FASTER}.`,
  check: (measured) => {
    const rate = rateOf(measured.network.profile.down);
    const arm = armWith(measured, { congestionControl: 'bbr' });
    const of = (variant: string) => numbersOf(measured, { variant, arm, metric: 'goodput-later' });
    const [direct, proxied] = [of('node-http2'), of('envoy-http2')];
    const gain = ratio(proxied, direct);
    const compared = evidenceOf('envoy-http2 ÷ node-http2', '', gain);
    const alone = evidenceOf('node-http2: goodput', 'Mbit/s', direct);
    const rateMbps = (rate?.meanKbps ?? Infinity) / 1_000;
    const hasRoom = (alone.value ?? 0) * MUCH <= rateMbps;
    const room = ` (${inWords(alone, 1)} of ${rateMbps} Mbit/s without it leave no room for ${MUCH})`;
    return {
      figures: `with BBR the download is ${inWords(compared)} times as fast through Envoy${hasRoom ? '' : room}`,
      evidence: [alone, evidenceOf('envoy-http2: goodput', 'Mbit/s', proxied), compared],
      supported: hasRoom ? above(gain, MUCH) : null,
      contradicted: below(gain, FASTER, ': less than a tenth faster'),
    };
  },
};
