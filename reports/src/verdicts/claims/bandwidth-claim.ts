import { besideSlower, FAST_KBPS } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { only, PLAIN, ROUNDS, twoSided } from './claim-run.ts';
import { evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';
import { ratio } from './claim-rounds.ts';

export const BANDWIDTH_CLAIM: Claim = {
  run: {
    id: 'http3-deficit-grows',
    scenario: 'download',
    kind: 'text',
    cells: only('node-http2', 'caddy-http3'),
    networks: [
      // A queue of one bandwidth-delay product would be four packets.
      { ...PLAIN, options: { down: '20mbit', queue: '100p' } },
      PLAIN,
    ],
    rounds: ROUNDS,
    over: besideSlower,
    needs: `networks without losses that differ in their rates alone, one of them with ${FAST_KBPS / 1000} Mbit/s or more`,
    tries: twoSided,
  },
  claim: 'HTTP/3’s goodput falls further behind HTTP/2’s the faster the link is.',
  by: 'published',
  sources: [
    {
      text: 'Zhang, Jin, He, Hassan, Mao, Qian, Zhang: QUIC is not Quick Enough over Fast Internet (WWW), 2024',
      url: 'https://arxiv.org/abs/2310.09423',
    },
  ],
  rule: `Goodput of a download, HTTP/3 ÷ HTTP/2, by round, over networks without losses that differ in their rates alone, the fastest with ${FAST_KBPS / 1000} Mbit/s or more. Supported: on the fastest less than 1, and less than on the slowest. Contradicted: on the fastest more than on the slowest, or more than 1. A client at its limit counts: that is what the source found.`,
  check: (measured) => {
    const over = (network: string) => {
      const of = (variant: string) => {
        const goodput = { variant, network, scenario: 'download', metric: 'goodput-other' };
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
