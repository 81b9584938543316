import { LABELS } from '@holbench/scenarios/labels';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import type { FinishedCell } from '@holbench/results/run-reader';
import { certifiedRttMs } from '../model/holb-rounds.ts';
import { latencies, CENSORED } from '../model/latencies.ts';
import type { ReportData } from '../model/report-data.ts';
import type { Claim, Judgement } from './claim.ts';
import { evidenceOf, isMore, perRound, roundsFor } from './evidence.ts';
import { overNetworks } from './judge.ts';
import { rttMs } from './link.ts';
import { SOURCES } from './sources.ts';

/** Shorter round trips are lost in what the two ends compute. */
const LEAST_RTT_MS = 10;

export const SET_UP_CLAIM: Claim = {
  id: 'quic-saves-a-round-trip',
  claim:
    'A new QUIC connection brings its first byte one round trip earlier than TCP with TLS 1.3.',
  sources: [SOURCES.quicTls],
  rule: 'Reproduced: HTTP/2’s first byte takes 0.5 to 1.5 round trips more than HTTP/3’s, by intervals. Refuted: the intervals are outside of that.',
  command: 'pnpm bench --scenarios 5h --networks 4g --variants node-http2,caddy-http3 --rounds 4',
  check: (data) =>
    overNetworks(
      data,
      {
        may: ({ profile }) => rttMs(profile) >= LEAST_RTT_MS,
        needs: `a network with a round trip of ${LEAST_RTT_MS} ms or more`,
      },
      ({ profile }) => check(data, profile.id),
    ),
};

function check(data: ReportData, network: string): Judgement {
  const of = (variant: string) => {
    const rounds = roundsFor(data, { variant, network, scenario: '5h', kind: 'text' });
    return evidenceOf(`${variant}: first byte, cold`, 'RTT', perRound(rounds, firstByteRtts));
  };
  const [tcp, quic] = [of('node-http2'), of('caddy-http3')];
  const saved = (tcp.value - quic.value).toFixed(2);
  const evidence = [tcp, quic];
  const [low, high] = [0.5, 1.5].map((rtts) => ({
    ...quic,
    interval: { low: quic.interval.low + rtts, high: quic.interval.high + rtts },
  }));
  if (!low || !high) throw new Error('two limits');
  if (isMore(tcp, low) && isMore(high, tcp)) {
    return { verdict: 'reproduced', why: `HTTP/3 saves ${saved} round trips`, evidence };
  }
  if (isMore(low, tcp) || isMore(tcp, high)) {
    return { verdict: 'refuted', why: `HTTP/3 saves ${saved} round trips, not one`, evidence };
  }
  const why = `HTTP/3 saves ${saved} round trips, but the intervals are too wide: needs more rounds`;
  return { verdict: 'not testable', why, evidence };
}

/** Median of a round over the round trip that its link was certified with. */
function firstByteRtts(round: FinishedCell): number | null {
  const rtt = certifiedRttMs(round);
  const sorted = sortSamples(latencies(round.samples, LABELS.setUp('cold', 'first-byte')));
  if (rtt === null || sorted === null) return null;
  const medianMs = orderStatistic(sorted, 0.5);
  return medianMs < CENSORED ? medianMs / rtt : null;
}
