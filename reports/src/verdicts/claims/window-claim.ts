import { changedFactors } from '@holbench/factors/values';
import type { Cell } from '@holbench/results/cell';
import { type Claim, judged, NotTestable } from './claim.ts';
import { cellsOf, isMore, pointsOf, shareEvidence } from './evidence.ts';
import { hasRoom, ROOM, rttMs } from './link.ts';

/** RFC 9113, section 6.9.2: of each stream and of the connection; Node leaves it so. */
const WINDOW_BYTES = 65_535;
/** The bound is of an empty link, and timed in bins of 100 ms. */
const TOLERANCE = 1.1;

export const WINDOW_CLAIM: Claim = {
  id: 'http2-window-bounds-uploads',
  claim: `Node’s default HTTP/2 receive window (${WINDOW_BYTES.toLocaleString('en-US')} bytes) bounds uploads to one window per round trip.`,
  sources: [
    {
      text: 'szmarczak: Increase HTTP/2 window size (Node.js issue 38426), 2021',
      url: 'https://github.com/nodejs/node/issues/38426',
    },
  ],
  rule: 'Goodput of an upload as a share of window ÷ round trip, and with a larger window. Reproduced: no more than 1.1 with the default, and shown to be more by a tenth with a larger window. Refuted: more than 1.1 with the default, or no more with a larger window.',
  command:
    'pnpm bench --scenarios 4g --networks 4g --loss 0% --variants node-http2 --sweep http2-window=default,1m --rounds 4',
  needs: `a network whose upload carries more than ${ROOM} × ${WINDOW_BYTES} bytes per round trip`,
  check: (measured) => {
    const { data, network } = measured;
    const rtt = rttMs(network.profile);
    if (rtt <= 0 || !hasRoom(network.profile.up, boundMbps(rtt))) return null;
    const of = (arm: string, what: string) => {
      const upload = { variant: 'node-http2', scenario: '4g', arm, metric: 'goodput-foreign' };
      const bound = (ms: number | null) => (ms === null ? null : boundMbps(ms));
      const points = pointsOf(measured, upload);
      return shareEvidence(`upload ÷ (window ÷ RTT), ${what}`, measured, points, bound);
    };
    const arms = cellsOf(measured, 'node-http2', '4g').filter(({ factors }) => {
      const changed = changedFactors(factors, data.manifest.config.factors);
      return changed.every(({ flag }) => flag === 'http2-window');
    });
    const byDefault = arms.find((each) => windowOf(each) === WINDOW_BYTES);
    const [largest] = arms.toSorted((a, b) => windowOf(b) - windowOf(a));
    if (!byDefault || !largest) {
      throw new NotTestable('needs node-http2 in 4g with its default window');
    }
    const small = of(byDefault.arm, 'default window');
    const share = small.value.toFixed(2);
    if (small.low > TOLERANCE) {
      return judged(`the upload reaches ${share} of the bound`, [small], [[true, 'refuted']]);
    }
    if (windowOf(largest) <= WINDOW_BYTES) {
      const why = `with the default window the upload reaches ${share} of the bound; needs a larger window beside it`;
      throw new NotTestable(why, [small]);
    }
    const large = of(largest.arm, 'larger window');
    return judged(
      `${share} of the bound with the default window, ${large.value.toFixed(2)} with a larger one`,
      [small, large],
      [
        [isMore(small, large, 1 / TOLERANCE), 'refuted', ': something else bounds it'],
        [isMore(large, small, TOLERANCE) && small.high <= TOLERANCE, 'reproduced'],
      ],
    );
  },
};

/** Bytes per ms × 8 / 1000 = Mbit/s. */
function boundMbps(rtt: number): number {
  return (WINDOW_BYTES * 8) / (rtt * 1_000);
}

function windowOf({ factors }: Cell): number {
  return factors.http2WindowBytes ?? WINDOW_BYTES;
}
