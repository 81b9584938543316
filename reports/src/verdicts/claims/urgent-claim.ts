import { canFillItsQueue } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { CLEAN, FILLED, ROUNDS, twoSided, WITH_BBR, WITH_SHORT_BUFFER } from './claim-run.ts';
import { armWith, evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';
import { type ClaimRound, difference, ratio, unknown } from './claim-rounds.ts';

/** "Needed" as a number: without one of them a message waits more than twice as long. */
const LEFT = 0.5;
const LATENCY = { variant: 'caddy-http2', scenario: 'download' } as const;
const [BBR, SHORT_BUFFER] = [{ congestionControl: 'bbr' }, { notsentLowatBytes: 16_384 }];
/** Each alone, whatever the run’s own factors are. */
const CUBIC = { congestionControl: 'cubic' };
const NO_LIMIT = { notsentLowatBytes: null };

export const URGENT_CLAIM: Claim = {
  run: {
    id: 'urgent-needs-bbr-and-short-buffer',
    scenario: 'download',
    kind: 'text',
    cells: [[WITH_SHORT_BUFFER], [WITH_BBR], [WITH_BBR, WITH_SHORT_BUFFER]].map((changes) => ({
      variants: ['caddy-http2'],
      changes,
    })),
    networks: [CLEAN],
    rounds: ROUNDS,
    over: canFillItsQueue,
    needs: FILLED,
    tries: twoSided,
  },
  claim:
    'For a more urgent response to overtake a download on its HTTP/2 connection, Caddy needs both: BBR, and no more than 16 KiB of unsent bytes in its send buffer.',
  by: 'ours',
  sources: [
    {
      text: 'Meenan: Optimizing HTTP/2 prioritization with BBR and tcp_notsent_lowat, 2018',
      url: 'https://blog.cloudflare.com/http-2-prioritization-with-nginx/',
    },
  ],
  rule: `The source advises BBR, the queue fq and 16 KiB of unsent bytes, so that HTTP/2’s priorities work reliably. That both are needed, and by how much, is ours. fq is left out: Linux’s BBR paces by itself. The mechanism is tested, not priorities: no HTTP/2 server of the lab orders responses by them (docs/decisions/0034). Caddy lets the streams of a connection take turns, so a small message waits for one frame of the download in the server, and then for what send buffer and network have taken before. The source has BBR for the network’s queue and the limit for the buffer. What a message waits more than while alone (same p50 − alone p50), by round; with both as a share of that with each alone. A round without any such wait counts against both. Supported: both shares are less than ${LEFT}. Contradicted: one of them is more.`,
  check: (measured) => {
    const added = (factors: Parameters<typeof armWith>[1]) => {
      const arm = armWith(measured, factors);
      const of = (metric: string) => numbersOf(measured, { ...LATENCY, arm, metric });
      return difference(of('load-same-p50'), of('load-alone-p50'));
    };
    const limited = added({ ...CUBIC, ...SHORT_BUFFER });
    const bbr = added({ ...BBR, ...NO_LIMIT });
    const both = added({ ...BBR, ...SHORT_BUFFER });
    const [ofLimited, ofBbr] = [ratio(both, positive(limited)), ratio(both, positive(bbr))];
    const [withLimit, withBbr] = [
      evidenceOf('with both ÷ with the limit alone', '', ofLimited),
      evidenceOf('with both ÷ with BBR alone', '', ofBbr),
    ];
    return {
      figures: `with both a message waits ${inWords(withLimit)} of what it does with the limit alone, ${inWords(withBbr)} of what it does with BBR alone`,
      evidence: [
        evidenceOf('added wait, the limit alone', 'ms', limited),
        evidenceOf('added wait, BBR alone', 'ms', bbr),
        evidenceOf('added wait, both', 'ms', both),
        withLimit,
        withBbr,
      ],
      supported: allOf(below(ofLimited, LEFT), below(ofBbr, LEFT)),
      contradicted: oneOf(
        above(ofLimited, LEFT, ': the limit does most of it without BBR'),
        above(ofBbr, LEFT, ': BBR does most of it without the limit'),
      ),
    };
  },
};

/** A wait that is none has no share. */
function positive(numbers: readonly ClaimRound[]): ClaimRound[] {
  return numbers.map((number) => (number.low > 0 ? number : unknown(number)));
}
