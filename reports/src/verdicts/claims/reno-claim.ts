import { claimRun } from '@holbench/scenarios/claims/claim-runs';
import { quicRenoMbps } from '@holbench/scenarios/claims/link-conditions';
import { QUIC_PACKET } from '@holbench/scenarios/full-packets';
import { type Claim, NotTested } from './claim.ts';
import { evidenceOf, inWords, numbersOf, sharesByRtt } from './evidence.ts';
import { above, below } from './hypothesis.ts';

/** Below so many in a round the start of the transfer shows, not the mean that the formula is of. */
const LEAST_LOSSES = 30;

const OWN_BACK_OFF =
  '; quic-go’s Reno keeps 0.7 of its window after a loss, not half, which makes 1.37 of it';

export const RENO_CLAIM: Claim = {
  run: claimRun('quic-go-reno-ceiling'),
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
  rule: `Goodput of the download on another connection than the messages’ (foreign) as a share of that ceiling, by round, with the configured loss and the round trip measured before the cell, in rounds of ${LEAST_LOSSES} expected losses or more: it is a mean over many, and a download begins above it. Supported: less than 1. Contradicted: more than 1.`,
  check: (measured) => {
    const { profile, workload } = measured.network;
    const wanted = { variant: 'caddy-http3', scenario: '4f', metric: 'goodput-foreign' };
    const numbers = numbersOf(measured, wanted);
    const goodput = evidenceOf(`goodput over ${profile.id}`, 'Mbit/s', numbers);
    const shares = sharesByRtt(measured, numbers, (rtt) => quicRenoMbps(profile, rtt));
    const share = evidenceOf('goodput ÷ ceiling', '', shares);
    // Of the packets of that goodput, while the messages of a round were sent.
    const packets =
      ((goodput.value ?? 0) * 1e6 * workload.holbWindowSeconds) / (8 * QUIC_PACKET.payloadBytes);
    const losses = packets * profile.down.lossFraction;
    if (losses < LEAST_LOSSES) {
      throw new NotTested(
        `needs ${LEAST_LOSSES} expected losses in a round and has ${losses.toFixed(0)}: a longer --window`,
      );
    }
    return {
      figures: `the download reaches ${inWords(share)} of the ceiling`,
      evidence: [goodput, share],
      supported: below(shares, 1),
      contradicted: above(shares, 1, OWN_BACK_OFF),
    };
  },
};
