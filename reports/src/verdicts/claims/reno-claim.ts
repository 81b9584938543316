import { renoGoodputMbps } from '@holbench/stats/reno';
import { type Claim, judged, NotTestable } from './claim.ts';
import { evidenceOf, pointsOf, shareEvidence } from './evidence.ts';
import { hasRoom, ROOM, rttMs } from './link.ts';

/** What quic-go 0.63 fills of a packet on a path of 1500 bytes (decision 0012). */
const QUIC = { payloadBytes: 1_411, packetBytes: 1_464 };
/** Below so many in a round the start of the transfer shows, not the mean that the formula is of. */
const LEAST_LOSSES = 30;

const OWN_BACK_OFF =
  '; quic-go’s Reno keeps 0.7 of its window after a loss, not half, which makes 1.37 of it';

export const RENO_CLAIM: Claim = {
  id: 'quic-go-reno-ceiling',
  claim:
    'Over a link that loses packets, a download from quic-go cannot be faster than Reno: 1.22·MSS ÷ (RTT·√p).',
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
  rule: `Goodput of the download on another connection than the messages’ (foreign) as a share of that ceiling, with the configured loss and the round trip measured before the cell, in rounds of ${LEAST_LOSSES} expected losses or more: it is a mean over many, and a download begins above it. Reproduced: the interval does not exceed 1. Refuted: it lies above 1.`,
  command:
    'pnpm bench --scenarios 4f --networks 4g --loss 1% --variants caddy-http3 --window 20s --rounds 4',
  needs: `a network with losses whose download carries more than ${ROOM} × the ceiling`,
  check: (measured) => {
    const { profile, workload } = measured.network;
    const { lossFraction, lossBurstPackets } = profile.down;
    // Null without losses or without a delay.
    const ceilingMbps = (rtt: number | null = rttMs(profile)) => {
      const link = { rttMs: rtt ?? rttMs(profile), lossFraction, lossBurstPackets, rateKbps: null };
      return link.rttMs <= 0 ? null : renoGoodputMbps({ ...QUIC, ...link });
    };
    const ceiling = ceilingMbps();
    if (ceiling === null || !hasRoom(profile.down, ceiling)) return null;
    const wanted = { variant: 'caddy-http3', scenario: '4f', metric: 'goodput-foreign' };
    const points = pointsOf(measured, wanted);
    const goodput = evidenceOf(`goodput over ${profile.id}`, 'Mbit/s', points);
    const share = shareEvidence('goodput ÷ ceiling', measured, points, ceilingMbps);
    // Of the packets of that goodput, while the messages of a round were sent.
    const packets = (goodput.value * 1e6 * workload.windowSeconds) / (8 * QUIC.payloadBytes);
    const losses = packets * lossFraction;
    if (losses < LEAST_LOSSES) {
      throw new NotTestable(
        `needs ${LEAST_LOSSES} expected losses in a round and has ${losses.toFixed(0)}: a longer --window`,
      );
    }
    return judged(
      `the download reaches ${share.value.toFixed(2)} of the ceiling`,
      [goodput, share],
      [
        [share.high <= 1, 'reproduced'],
        [share.low > 1, 'refuted', OWN_BACK_OFF],
        [true, 'not testable', ', but the interval includes 1: needs more rounds'],
      ],
    );
  },
};
