import { canFillItsQueue } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { CLEAN, FILLED, only, ROUNDS, twoSided, WITH_SHORT_BUFFER } from './claim-run.ts';
import { armWith, evidenceOf, inWords, numbersOf, sharesByRtt } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';
import { difference } from './claim-rounds.ts';

/** Round trips by which the source expects a response earlier. */
const EARLIER = 1;
/** What is measured of the same cells in steady state, which no verdict rests on. */
const STEADY = 'load-sharing-wait';

export const SEND_BUFFER_CLAIM: Claim = {
  run: {
    id: 'send-buffer-delays-urgent',
    scenario: 'download',
    kind: 'text',
    cells: only('caddy-http2', 'node-ws').flatMap((own) => [
      own,
      { ...own, changes: [WITH_SHORT_BUFFER] },
    ]),
    networks: [CLEAN],
    rounds: ROUNDS,
    over: canFillItsQueue,
    needs: FILLED,
    tries: twoSided,
  },
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
  rule: `Latency of messages in the first 3 s of a download on their connection, p50, by default − with --notsent-lowat 16k, in round trips measured before the cell, by round, of caddy-http2 and of node-ws. The source speaks of an HTTP/2 server while slow start lasts, and keeps two packets unsent; here the limit is eleven packets, always, slow start is over before the 3 s are, and a WebSocket is tested, too. The lab does not record how many bytes a send buffer holds, so it tests the source’s number, not bytes ÷ rate. Supported: more than ${EARLIER} with both servers. Contradicted: less than ${EARLIER} with one of them. The wait from sharing the connection in steady state (same p50 − other p50) stands beside it.`,
  check: (measured) => {
    const arms = [null, 16_384].map((bytes) => armWith(measured, { notsentLowatBytes: bytes }));
    const [full = '', short = ''] = arms;
    const tested = ['caddy-http2', 'node-ws'].map((variant) => {
      const of = (metric: string, arm: string) =>
        numbersOf(measured, { variant, scenario: 'download', arm, metric });
      const earlier = sharesByRtt(
        measured,
        difference(of('first-same-p50', full), of('first-same-p50', short)),
        (rttMs) => rttMs,
      );
      const gain = evidenceOf(`${variant}: earlier in the first seconds by`, 'RTT', earlier);
      const steady = [full, short].map((arm) =>
        evidenceOf(
          `${variant}: wait from sharing the connection in steady state${arm === '' ? '' : `, ${arm}`}`,
          'ms',
          of(STEADY, arm),
        ),
      );
      return {
        text: `${inWords(gain)} round trips with ${variant}`,
        evidence: [gain, ...steady],
        earlier: above(earlier, EARLIER),
        not: below(earlier, EARLIER, `: less than a round trip with ${variant}`),
      };
    });
    return {
      figures: `messages come earlier by ${tested.map(({ text }) => text).join(', ')}`,
      evidence: tested.flatMap(({ evidence }) => evidence),
      supported: allOf(...tested.map(({ earlier }) => earlier)),
      contradicted: oneOf(...tested.map(({ not }) => not)),
    };
  },
};
