import { besideLossless } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { CLEAN, LOSSY, only, ROUNDS, twoSided } from './claim-run.ts';
import { evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';
import { ratio } from './claim-rounds.ts';

/** Nobody is behind by less than a tenth. */
const BEHIND = 1.1;

/** WebSocket against QUIC, for messages alone and beside a download on their own connection. */
const SAID = [
  {
    id: 'websocket-behind-under-loss',
    claim: 'For small messages alone, WebSocket falls behind QUIC only where packets are lost.',
    by: 'published',
    // A loss delays few messages, so that a median does not show it.
    metric: 'load-alone-mean-wait',
  },
  {
    id: 'websocket-behind-under-loss-beside-bulk',
    claim:
      'Beside a download on their own connection, small messages over WebSocket fall behind QUIC only where packets are lost.',
    by: 'ours',
    metric: 'load-same-mean-wait',
  },
] as const;

export const LOSS_CLAIMS = SAID.map(({ id, claim, by, metric }): Claim => ({
  run: {
    id,
    scenario: 'download',
    kind: 'text',
    cells: only('node-ws', 'caddy-http3'),
    networks: [CLEAN, LOSSY],
    rounds: ROUNDS,
    over: besideLossless,
    needs: 'two networks that differ in their losses alone',
    tries: twoSided,
  },
  claim,
  by,
  sources: [
    {
      text: 'Gulliksson: Empirical analysis of the impact of packet loss on WebTransport using Socket.IO, 2024',
      url: 'https://umu.diva-portal.org/smash/record.jsf?pid=diva2:1876796',
    },
  ],
  rule: `Mean latency of loads, WebSocket ÷ HTTP/3, by round, over two networks that differ in their losses alone. A mean, because losses delay few messages; with one unanswered it is a lower bound. Behind: slower by more than a tenth. Supported: more than ${BEHIND} with losses and less than ${BEHIND} without. Contradicted: more without, or less with them.`,
  check: (measured) => {
    const [lossless, lossy] = measured.profiles.map(({ id: network }) => {
      const mean = (variant: string) =>
        numbersOf(measured, { variant, network, scenario: 'download', metric });
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
