import { canFillItsQueue } from '@holbench/scenarios/claims/link-conditions';
import { type ClaimRound, difference, ratio, unknown } from './claim-rounds.ts';
import { claimRun, FILLED, only, WITH_BBR, WITH_SHORT_BUFFER } from './claim-run.ts';
import type { Claim } from './claim.ts';
import { armWith, evidenceOf, inWords, numbersOf, sharesByRtt } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';

/** "Needed" as a number: without one of them a message waits more than twice as long. */
const LEFT = 0.5;
const [BBR, SHORT_BUFFER] = [{ congestionControl: 'bbr' }, { notsentLowatBytes: 16_384 }];
/** Each alone, whatever the run’s own factors are. */
const CUBIC = { congestionControl: 'cubic' };
const NO_LIMIT = { notsentLowatBytes: null };

export const URGENT_CLAIM: Claim = {
  run: claimRun({
    id: 'urgent-needs-bbr-and-short-buffer',
    cells: [[WITH_SHORT_BUFFER], [WITH_BBR], [WITH_BBR, WITH_SHORT_BUFFER]].map((changes) => ({
      variants: ['caddy-http2'],
      changes,
    })),
    over: canFillItsQueue,
    needs: FILLED,
  }),
  claim:
    'For a more urgent response to overtake a download on its HTTP/2 connection, Caddy needs both: BBR, and no more than 16 KiB of unsent bytes in its send buffer.',
  by: 'ours',
  sources: [
    {
      text: 'Meenan: Optimizing HTTP/2 prioritization with BBR and tcp_notsent_lowat, 2018',
      url: 'https://blog.cloudflare.com/http-2-prioritization-with-nginx/',
    },
  ],
  rule: `The source advises BBR, the queue fq and 16 KiB of unsent bytes, so that HTTP/2’s priorities work reliably. That both are needed, and by how much, is ours. fq is left out: Linux’s BBR paces by itself. The mechanism is tested, not priorities: no HTTP/2 server of the lab orders responses by them (docs/decisions/0034). Caddy lets the streams of a connection take turns, so a small message waits for one frame of the download in the server, and then for what send buffer and network have taken before. The source has BBR for the network’s queue and the limit for the buffer. What a message waits more in the first ten seconds of a download than before it, by round; with both as a share of that with each alone. A round without any such wait counts against both. Supported: both shares are less than ${LEFT}. Contradicted: one of them is more.`,
  check: (measured) => {
    const added = (factors: Parameters<typeof armWith>[1]) => {
      const arm = armWith(measured, factors);
      const of = (metric: string) => numbersOf(measured, { variant: 'caddy-http2', arm, metric });
      return difference(of('load-during'), of('load-alone'));
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

/** Round trips by which the source expects a response earlier. */
const EARLIER = 1;

export const SEND_BUFFER_CLAIM: Claim = {
  run: claimRun({
    id: 'send-buffer-delays-urgent',
    cells: only('caddy-http2', 'node-ws').flatMap((own) => [
      own,
      { ...own, changes: [WITH_SHORT_BUFFER] },
    ]),
    over: canFillItsQueue,
    needs: FILLED,
  }),
  claim:
    'Early in a download over TCP, a more urgent response comes a round trip or more earlier if the server holds few unsent bytes in its send buffer.',
  by: 'ours',
  sources: [
    {
      text: 'Oku: H2O HTTP/2 server 2.0.1 / 2.1.0-beta1 released, with new features and performance optimizations, 2016',
      url: 'http://blog.kazuhooku.com/2016/06/h2o-http2-server-201-210-beta1-released.html',
    },
    {
      text: 'Oku: Programming TCP for responsiveness, 2016',
      url: 'https://www.slideshare.net/kazuho/programming-tcp-for-responsiveness',
    },
  ],
  rule: `Median latency of messages in the first ten seconds of a download on their connection, by default − with --notsent-lowat 16k, in round trips measured before the cell, by round, of caddy-http2 and of node-ws. The source speaks of an HTTP/2 server while slow start lasts, and keeps two packets unsent; here the limit is eleven packets, always, slow start is over before the ten seconds are, and a WebSocket is tested, too. The lab does not record how many bytes a send buffer holds, so it tests the source’s number, not bytes ÷ rate. Supported: more than ${EARLIER} with both servers. Contradicted: less than ${EARLIER} with one of them.`,
  check: (measured) => {
    const arms = [null, 16_384].map((bytes) => armWith(measured, { notsentLowatBytes: bytes }));
    const [full = '', short = ''] = arms;
    const tested = ['caddy-http2', 'node-ws'].map((variant) => {
      const of = (metric: string, arm: string) => numbersOf(measured, { variant, arm, metric });
      const earlier = sharesByRtt(
        measured,
        difference(of('load-during', full), of('load-during', short)),
        (rttMs) => rttMs,
      );
      const gain = evidenceOf(`${variant}: earlier in the first seconds by`, 'RTT', earlier);
      return {
        text: `${inWords(gain)} round trips with ${variant}`,
        evidence: gain,
        earlier: above(earlier, EARLIER),
        not: below(earlier, EARLIER, `: less than a round trip with ${variant}`),
      };
    });
    return {
      figures: `messages come earlier by ${tested.map(({ text }) => text).join(', ')}`,
      evidence: tested.map(({ evidence }) => evidence),
      supported: allOf(...tested.map(({ earlier }) => earlier)),
      contradicted: oneOf(...tested.map(({ not }) => not)),
    };
  },
};
