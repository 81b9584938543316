import { withLosses } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { LOSSY, oneSided, only, ROUNDS, WITH_BBR } from './claim-run.ts';
import { armWith, evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, below } from './hypothesis.ts';
import { ratio } from './claim-rounds.ts';

/** "Much" as a number. The source’s abstract has 90 % under severe impairments. */
const MUCH = 1.5;
/** Less than a tenth faster is not faster. */
const FASTER = 1.1;

export const PROXY_CLAIM: Claim = {
  run: {
    id: 'proxy-speeds-up-http2',
    scenario: 'download',
    kind: 'text',
    cells: only('node-http2', 'envoy-http2').map((own) => ({ ...own, changes: [WITH_BBR] })),
    networks: [LOSSY],
    rounds: ROUNDS,
    over: withLosses,
    needs: 'a network with losses',
    tries: oneSided,
  },
  claim:
    'Over a path with losses, an HTTP/2 download is much faster through Envoy than from Node’s own HTTP/2, where both send with BBR.',
  by: 'ours',
  sources: [
    {
      text: 'Liu, Farkiani, Dehart, Parwatikar, Crowley: Performance Comparison of HTTP/3 and HTTP/2 with Proxy Integration, 2024, revised 2025',
      url: 'https://arxiv.org/abs/2409.16267',
    },
  ],
  rule: `The source’s abstract, which is what was read, says that a proxy with BBR improves HTTP/2 by 90 % under severe impairments, and HTTP/3 hardly. The lab tests a part of it. Its proxy is on the server’s machine, so it divides no path, and --tcp-cc gives the server without a proxy BBR, too: what is left is how Envoy sends, and the server behind it (node/http1, not node:http2). Not tested: a proxy between two paths; BBR at the proxy alone; HTTP/3, because the lab has no HTTP/3 server without a proxy. Goodput of a download on another connection than the messages’ (other), envoy-http2 ÷ node-http2, both with --tcp-cc bbr, by round. Supported: more than ${MUCH}, which a link has to have room for: where node-http2 already moves more than 1/${MUCH} of the rate, the claim can only be contradicted. Contradicted: less than ${FASTER}.`,
  check: (measured) => {
    const { rateKbps } = measured.network.profile.down;
    const arm = armWith(measured, { congestionControl: 'bbr' });
    const of = (variant: string) =>
      numbersOf(measured, { variant, scenario: 'download', arm, metric: 'goodput-other' });
    const [direct, proxied] = [of('node-http2'), of('envoy-http2')];
    const gain = ratio(proxied, direct);
    const compared = evidenceOf('envoy-http2 ÷ node-http2', '', gain);
    const alone = evidenceOf('node-http2: goodput', 'Mbit/s', direct);
    const rateMbps = rateKbps === null ? Infinity : rateKbps / 1_000;
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
