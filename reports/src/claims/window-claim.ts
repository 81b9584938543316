import { bulkGoodputs, certifiedRttMs } from '../model/holb-rounds.ts';
import type { ReportData } from '../model/report-data.ts';
import type { RunNetwork } from '@holbench/results/run-network';
import type { Claim, Judgement } from './claim.ts';
import { evidenceOf, isMore, perRound, roundsFor } from './evidence.ts';
import { overNetworks } from './judge.ts';
import { rttMs } from './link.ts';
import { NotTestable } from './not-testable.ts';
import { SOURCES } from './sources.ts';

/** RFC 9113, section 6.9.2: of each stream and of the connection; Node leaves it so. */
const WINDOW_BYTES = 65_535;
/** The bound is of an empty link, and timed in bins of 100 ms. */
const TOLERANCE = 1.1;
/** A link that carries less of it is the bound itself. */
const ROOM = 1.25;

export const WINDOW_CLAIM: Claim = {
  id: 'http2-window-bounds-uploads',
  claim: `Node’s default HTTP/2 receive window (${WINDOW_BYTES.toLocaleString('en-US')} bytes) bounds uploads to one window per round trip.`,
  sources: [SOURCES.nodeWindow],
  rule: 'Goodput of an upload as a share of window ÷ round trip, and with a larger window. Reproduced: no more than 1.1 with the default, and shown to be more by a tenth with a larger window. Refuted: more than 1.1 with the default, or no more with a larger window.',
  command:
    'pnpm bench --scenarios 4g --networks 4g --loss 0% --variants node-http2 --sweep http2-window=default,1m --rounds 4',
  check: (data) =>
    overNetworks(
      data,
      {
        may: ({ profile }) =>
          rttMs(profile) > 0 &&
          (profile.up.rateKbps ?? Infinity) > ROOM * boundMbps(rttMs(profile)) * 1_000,
        needs: `a network whose upload carries more than ${ROOM} × ${WINDOW_BYTES} bytes per round trip`,
      },
      (network) => check(data, network),
    ),
};

/** Bytes per ms × 8 / 1000 = Mbit/s. */
function boundMbps(rtt: number): number {
  return (WINDOW_BYTES * 8) / (rtt * 1_000);
}

function check(data: ReportData, { profile }: RunNetwork): Judgement {
  const variant = 'node-http2';
  const selection = { variant, network: profile.id, scenario: '4g', kind: 'text' } as const;
  const of = (arm: string, what: string) =>
    evidenceOf(
      `upload ÷ (window ÷ RTT), ${what}`,
      '',
      perRound(roundsFor(data, { ...selection, arm }), (round) => {
        const [mbps] = bulkGoodputs([round], 'foreign');
        const rtt = certifiedRttMs(round);
        return mbps === undefined || rtt === null ? null : mbps / boundMbps(rtt);
      }),
    );
  const arms = armsOf(data, selection);
  if (arms.small === undefined)
    throw new NotTestable(`needs ${variant} in 4g with its default window`);
  const small = of(arms.small, 'default window');
  const least = { ...small, interval: { low: 1, high: 1 } };
  if (isMore(small, least, TOLERANCE)) {
    const why = `the upload reaches ${small.value.toFixed(2)} of the bound`;
    return { verdict: 'refuted', why, evidence: [small] };
  }
  if (arms.large === undefined) {
    const why = `with the default window the upload reaches ${small.value.toFixed(2)} of the bound; needs a larger window beside it`;
    throw new NotTestable(why, [small]);
  }
  const large = of(arms.large, 'larger window');
  const evidence = [small, large];
  const figures = `${small.value.toFixed(2)} of the bound with the default window, ${large.value.toFixed(2)} with a larger one`;
  if (isMore(small, large, 1 / TOLERANCE)) {
    return { verdict: 'refuted', why: `${figures}: something else bounds it`, evidence };
  }
  if (isMore(large, small, TOLERANCE) && small.interval.high <= TOLERANCE) {
    return { verdict: 'reproduced', why: figures, evidence };
  }
  const why = `${figures}, but the intervals are too wide: needs more rounds`;
  return { verdict: 'not testable', why, evidence };
}

/** The arms with the default window and with the largest, otherwise with the run's own settings. */
function armsOf(
  { cells, manifest }: ReportData,
  wanted: { readonly variant: string; readonly network: string; readonly scenario: string },
): { small: string | undefined; large: string | undefined } {
  const { http2WindowBytes: _, ...base } = manifest.config.factors;
  const found = cells.flatMap(({ cell }) => {
    const { http2WindowBytes, ...rest } = cell.factors;
    const isWanted =
      cell.variant === wanted.variant &&
      cell.network === wanted.network &&
      cell.scenario === wanted.scenario &&
      JSON.stringify(rest) === JSON.stringify(base);
    return isWanted ? [{ arm: cell.arm, bytes: http2WindowBytes ?? WINDOW_BYTES }] : [];
  });
  const largest = found.toSorted((a, b) => b.bytes - a.bytes)[0];
  return {
    small: found.find(({ bytes }) => bytes === WINDOW_BYTES)?.arm,
    large: largest && largest.bytes > WINDOW_BYTES ? largest.arm : undefined,
  };
}
