import { renoGoodputMbps } from '@holbench/stats/reno';
import type { RunNetwork } from '@holbench/results/run-network';
import { bulkGoodputs, certifiedRttMs } from '../model/holb-rounds.ts';
import type { ReportData } from '../model/report-data.ts';
import type { Claim, Judgement } from './claim.ts';
import { evidenceOf, perRound, roundsFor } from './evidence.ts';
import { overNetworks } from './judge.ts';
import { rttMs } from './link.ts';
import { NotTestable } from './not-testable.ts';
import { SOURCES } from './sources.ts';

/** What quic-go 0.63 fills of a packet on a path of 1500 bytes (decision 0012). */
const QUIC = { payloadBytes: 1_411, packetBytes: 1_464 };
/** Below so many in a round the start of the transfer shows, not the mean that the formula is of. */
const LEAST_LOSSES = 30;
/** A link that carries less of it is the ceiling itself. */
const ROOM = 1.25;

export const RENO_CLAIM: Claim = {
  id: 'quic-go-reno-ceiling',
  claim:
    'Over a link that loses packets, a download from quic-go cannot be faster than Reno: 1.22·MSS ÷ (RTT·√p).',
  sources: [SOURCES.mathis, SOURCES.quicGoReno],
  rule: `Goodput of the download on another connection than the messages’ (foreign) as a share of that ceiling, with the configured loss and the round trip measured before the cell, in rounds of ${LEAST_LOSSES} expected losses or more: it is a mean over many, and a download begins above it. Reproduced: the interval does not exceed 1. Refuted: it lies above 1.`,
  command:
    'pnpm bench --scenarios 4f --networks 4g --loss 1% --variants caddy-http3 --window 20s --rounds 4',
  check: (data) =>
    overNetworks(
      data,
      {
        may: (network) => {
          const ceiling = ceilingMbps(network, rttMs(network.profile));
          const { rateKbps } = network.profile.down;
          return ceiling !== null && (rateKbps ?? Infinity) > ROOM * ceiling * 1_000;
        },
        needs: `a network with losses whose download carries more than ${ROOM} × the ceiling`,
      },
      (network) => check(data, network),
    ),
};

/** Null without losses or without a delay. */
function ceilingMbps({ profile }: RunNetwork, rtt: number): number | null {
  if (rtt <= 0) return null;
  const { lossFraction, lossBurstPackets } = profile.down;
  return renoGoodputMbps({ ...QUIC, rttMs: rtt, lossFraction, lossBurstPackets, rateKbps: null });
}

/** While the messages of a round were sent, of packets of that goodput. */
function expectedLosses({ profile, workload }: RunNetwork, mbps: number): number {
  const packets = (mbps * 1e6 * workload.windowSeconds) / (8 * QUIC.payloadBytes);
  return packets * profile.down.lossFraction;
}

function check(data: ReportData, network: RunNetwork): Judgement {
  const { id } = network.profile;
  const rounds = roundsFor(data, {
    variant: 'caddy-http3',
    network: id,
    scenario: '4f',
    kind: 'text',
  });
  const goodput = evidenceOf(
    `goodput over ${id}`,
    'Mbit/s',
    perRound(rounds, (round) => bulkGoodputs([round], 'foreign')[0]),
  );
  const share = evidenceOf(
    'goodput ÷ ceiling',
    '',
    perRound(rounds, (round) => {
      const [mbps] = bulkGoodputs([round], 'foreign');
      const ceiling = ceilingMbps(network, certifiedRttMs(round) ?? rttMs(network.profile));
      return mbps === undefined || ceiling === null ? null : mbps / ceiling;
    }),
  );
  const losses = expectedLosses(network, goodput.value);
  if (losses < LEAST_LOSSES) {
    throw new NotTestable(
      `needs ${LEAST_LOSSES} expected losses in a round and has ${losses.toFixed(0)}: a longer --window`,
    );
  }
  const evidence = [goodput, share];
  const figures = `the download reaches ${share.value.toFixed(2)} of the ceiling`;
  if (share.interval.high <= 1) return { verdict: 'reproduced', why: figures, evidence };
  if (share.interval.low > 1) {
    const why = `${figures}; quic-go’s Reno keeps 0.7 of its window after a loss, not half, which makes 1.37 of it`;
    return { verdict: 'refuted', why, evidence };
  }
  const why = `${figures}, but the interval includes 1: needs more rounds`;
  return { verdict: 'not testable', why, evidence };
}
