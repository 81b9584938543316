import { aboveReno, quicRenoMbps, ROOM } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { LOSSY, oneSided, only, RENO_LOSSES, ROUNDS } from './claim-run.ts';
import { NotTested } from './not-tested.ts';
import { evidenceOf, inWords, numbersOf, sharesByRtt } from './evidence.ts';
import { above, below, CLAIM_ROUNDS } from './hypothesis.ts';
import { unknown } from './claim-rounds.ts';

const OWN_BACK_OFF =
  '; quic-go’s Reno keeps 0.7 of its window after a loss, not half, which makes 1.37 of it';

export const RENO_CLAIM: Claim = {
  run: {
    id: 'quic-go-reno-ceiling',
    scenario: 'download',
    kind: 'text',
    cells: only('caddy-http3'),
    networks: [LOSSY],
    rounds: ROUNDS,
    over: aboveReno,
    needs: `a network with losses whose download carries more than ${ROOM} × the ceiling`,
    tries: oneSided,
  },
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
  rule: `Goodput of the download on another connection than the messages’ (other) as a share of that ceiling, by round, with the configured loss and the round trip measured before the cell. A round whose window held fewer than ${RENO_LOSSES} expected losses counts against both: the ceiling is a mean over many, and a download begins above it. Supported: less than 1. Contradicted: more than 1.`,
  check: (measured) => {
    const { profile } = measured.network;
    const of = (metric: string) =>
      numbersOf(measured, { variant: 'caddy-http3', scenario: 'download', metric });
    const numbers = of('goodput-other');
    const goodput = evidenceOf(`goodput over ${profile.id}`, 'Mbit/s', numbers);
    const long = of('other-losses').filter(({ low }) => low >= RENO_LOSSES);
    if (long.length < CLAIM_ROUNDS) {
      throw new NotTested(
        `needs ${RENO_LOSSES} expected losses in the windows of ${CLAIM_ROUNDS} rounds and has ${long.length} such rounds: --least-losses ${RENO_LOSSES}`,
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
