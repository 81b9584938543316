import type { NetworkProfile } from '@holbench/results/network-profile';
import { bulkGoodputs } from '../model/holb-rounds.ts';
import type { ReportData } from '../model/report-data.ts';
import type { Claim, Evidence, Judgement } from './claim.ts';
import { evidenceOf, isMore, perPair, roundsFor } from './evidence.ts';
import { alikeBut, isLossy } from './link.ts';
import { NotTestable } from './not-testable.ts';
import { SOURCES } from './sources.ts';

/** The published gap opens on fast links: a slower one cannot refute it. */
const FAST_KBPS = 500_000;

export const BANDWIDTH_CLAIM: Claim = {
  id: 'http3-deficit-grows',
  claim: 'HTTP/3’s goodput falls further behind HTTP/2’s the faster the link is.',
  sources: [SOURCES.zhang],
  rule: `Goodput of a download, HTTP/3 ÷ HTTP/2, over networks without losses that differ in their rates alone, the fastest with ${FAST_KBPS / 1000} Mbit/s or more. Reproduced: under 1 on the fastest and less than on the slowest, by intervals. Refuted: more than on the slowest. A client at its limit counts: that is what the source found.`,
  command:
    'pnpm bench --scenarios 4f --networks ideal --sweep down=20mbit,800mbit --variants node-http2,caddy-http3 --rounds 4',
  check: (data) => {
    const clean = data.manifest.networks
      .map(({ profile }) => profile)
      .filter((profile) => !isLossy(profile))
      .toSorted((a, b) => rateOf(a) - rateOf(b));
    const fast = clean.findLast((profile) => rateOf(profile) >= FAST_KBPS);
    const slow = clean.find(
      (profile) =>
        fast !== undefined &&
        rateOf(profile) < rateOf(fast) &&
        // The queue is sized by the rate.
        alikeBut(profile, fast, ['rateKbps', 'queue']),
    );
    if (!fast || !slow) {
      throw new NotTestable(
        `needs networks without losses that differ in their rates alone, one of them with ${FAST_KBPS / 1000} Mbit/s or more`,
      );
    }
    return check(data, slow.id, fast.id);
  },
};

function rateOf({ down }: NetworkProfile): number {
  return down.rateKbps ?? Infinity;
}

function check(data: ReportData, slow: string, fast: string): Judgement {
  const of = (network: string): Evidence => {
    const rounds = (variant: string) =>
      roundsFor(data, { variant, network, scenario: '4f', kind: 'text' }, { anyLimiter: true });
    const values = perPair(rounds('caddy-http3'), rounds('node-http2'), (http3, http2) => {
      const [a, b] = [bulkGoodputs([http3], 'foreign')[0], bulkGoodputs([http2], 'foreign')[0]];
      return a && b ? a / b : null;
    });
    return evidenceOf(`HTTP/3 ÷ HTTP/2 goodput over ${network}`, '', values);
  };
  const [onSlow, onFast] = [of(slow), of(fast)];
  const evidence = [onSlow, onFast];
  const figures = `HTTP/3 ÷ HTTP/2 is ${onSlow.value.toFixed(2)} over ${slow}, ${onFast.value.toFixed(2)} over ${fast}`;
  if (isMore(onFast, onSlow)) return { verdict: 'refuted', why: figures, evidence };
  if (isMore(onSlow, onFast) && onFast.interval.high < 1) {
    return { verdict: 'reproduced', why: figures, evidence };
  }
  if (onFast.interval.low > 1) {
    return { verdict: 'refuted', why: `${figures}: no deficit`, evidence };
  }
  const why = `${figures}, but the intervals are not apart: needs more rounds`;
  return { verdict: 'not testable', why, evidence };
}
