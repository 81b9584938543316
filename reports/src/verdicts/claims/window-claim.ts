import type { Cell } from '@holbench/results/cell';
import {
  aboveHttp2Window,
  HTTP2_WINDOW_BYTES,
  http2WindowMbps,
  ROOM,
} from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { CLEAN, only, ROUNDS, twoSided } from './claim-run.ts';
import { NotTested } from './not-tested.ts';
import { cellsByFactor, evidenceOf, inWords, numbersOf, sharesByRtt } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';
import { ratio } from './claim-rounds.ts';

/** The bound is of an empty link, and timed in bins of 100 ms. */
const TOLERANCE = 1.1;

export const WINDOW_CLAIM: Claim = {
  run: {
    id: 'http2-window-bounds-uploads',
    scenario: 'upload',
    kind: 'text',
    cells: [
      ...only('node-http2'),
      { variants: ['node-http2'], changes: [{ flag: 'http2-window', value: '1m' }] },
    ],
    networks: [CLEAN],
    rounds: ROUNDS,
    over: aboveHttp2Window,
    needs: `a network whose upload carries more than ${ROOM} × ${HTTP2_WINDOW_BYTES} bytes per round trip`,
    tries: twoSided,
  },
  claim: `Node’s default HTTP/2 receive window (${HTTP2_WINDOW_BYTES.toLocaleString('en-US')} bytes) bounds uploads to one window per round trip.`,
  by: 'published',
  sources: [
    {
      text: 'szmarczak: Increase HTTP/2 window size (Node.js issue 38426), 2021',
      url: 'https://github.com/nodejs/node/issues/38426',
    },
  ],
  rule: `Goodput of an upload as a share of window ÷ round trip, by round, and with a larger window. Supported: less than ${TOLERANCE} with the default, and more than ${TOLERANCE} times that with a larger window. Contradicted: more than ${TOLERANCE} with the default, or less than ${TOLERANCE} times that with a larger window. Without a larger window it can only be contradicted.`,
  check: (measured) => {
    const of = (arm: string) => {
      const upload = { variant: 'node-http2', scenario: 'upload', arm, metric: 'goodput-other' };
      return sharesByRtt(measured, numbersOf(measured, upload), http2WindowMbps);
    };
    const cells = { variant: 'node-http2', scenario: 'upload', flag: 'http2-window' };
    const arms = cellsByFactor(measured, cells);
    const byDefault = arms.find((each) => windowOf(each) === HTTP2_WINDOW_BYTES);
    const [largest] = arms.toSorted((a, b) => windowOf(b) - windowOf(a));
    if (!byDefault || !largest)
      throw new NotTested('needs node-http2 in reference-4g with its default window');
    const small = of(byDefault.arm);
    const ofSmall = evidenceOf('upload ÷ (window ÷ RTT), default window', '', small);
    const exceeded = above(small, TOLERANCE);
    if (windowOf(largest) <= HTTP2_WINDOW_BYTES) {
      return {
        figures: `the upload reaches ${inWords(ofSmall)} of the bound; no larger window beside it`,
        evidence: [ofSmall],
        supported: null,
        contradicted: exceeded,
      };
    }
    const larger = ratio(of(largest.arm), small);
    const ofLarger = evidenceOf('upload with a larger window ÷ with the default one', '', larger);
    return {
      figures: `${inWords(ofSmall)} of the bound with the default window, ${inWords(ofLarger)} times that with a larger one`,
      evidence: [ofSmall, ofLarger],
      supported: allOf(below(small, TOLERANCE), above(larger, TOLERANCE)),
      contradicted: oneOf(exceeded, below(larger, TOLERANCE, ': something else bounds it')),
    };
  },
};

function windowOf({ factors }: Cell): number {
  return factors.http2WindowBytes ?? HTTP2_WINDOW_BYTES;
}
