import type { NetworkProfile } from '@holbench/results/network-profile';
import { type Claim, judged } from './claim.ts';
import { isMore, pointsOf, ratioEvidence } from './evidence.ts';
import { alikeBut, isLossy } from './link.ts';

/** The published gap opens on fast links: a slower one cannot refute it. */
const FAST_KBPS = 500_000;

export const BANDWIDTH_CLAIM: Claim = {
  id: 'http3-deficit-grows',
  claim: 'HTTP/3’s goodput falls further behind HTTP/2’s the faster the link is.',
  sources: [
    {
      text: 'Zhang, Jin, He, Hassan, Mao, Qian, Zhang: QUIC is not Quick Enough over Fast Internet (WWW), 2024',
      url: 'https://arxiv.org/abs/2310.09423',
    },
  ],
  rule: `Goodput of a download, HTTP/3 ÷ HTTP/2, over networks without losses that differ in their rates alone, the fastest with ${FAST_KBPS / 1000} Mbit/s or more. Reproduced: under 1 on the fastest and less than on the slowest, by intervals. Refuted: more than on the slowest. A client at its limit counts: that is what the source found.`,
  command:
    'pnpm bench --scenarios 4f --networks ideal --sweep down=20mbit,800mbit --variants node-http2,caddy-http3 --rounds 4',
  needs: `networks without losses that differ in their rates alone, one of them with ${FAST_KBPS / 1000} Mbit/s or more`,
  check: (measured) => {
    const { profile } = measured.network;
    // The queue is sized by the rate.
    const alike = alikeBut(measured, ['rateKbps', 'queue']);
    const [slowest, ...faster] = alike.toSorted((a, b) => rateOf(a) - rateOf(b));
    const isFastest = rateOf(profile) >= FAST_KBPS && faster.at(-1) === profile;
    if (isLossy(profile) || !slowest || !isFastest) return null;
    const over = (network: string) => {
      const of = (variant: string) => {
        const goodput = { variant, network, scenario: '4f', metric: 'goodput-foreign' };
        return pointsOf(measured, { ...goodput, anyLimiter: true });
      };
      const what = `HTTP/3 ÷ HTTP/2 goodput over ${network}`;
      return ratioEvidence(what, [of('caddy-http3'), of('node-http2')]);
    };
    const [slow, fast] = [slowest.id, profile.id];
    const [onSlow, onFast] = [over(slow), over(fast)];
    return judged(
      `HTTP/3 ÷ HTTP/2 is ${onSlow.value.toFixed(2)} over ${slow}, ${onFast.value.toFixed(2)} over ${fast}`,
      [onSlow, onFast],
      [
        [isMore(onFast, onSlow), 'refuted'],
        [isMore(onSlow, onFast) && onFast.high < 1, 'reproduced'],
        [onFast.low > 1, 'refuted', ': no deficit'],
        [true, 'not testable', ', but the intervals are not apart: needs more rounds'],
      ],
    );
  },
};

function rateOf({ down }: NetworkProfile): number {
  return down.rateKbps ?? Infinity;
}
