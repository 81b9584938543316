import { isShaped } from '@holbench/results/is-shaped';
import { type Claim, judged } from './claim.ts';
import { pointsOf, ratioEvidence } from './evidence.ts';

/** How many times the rate of Fastify is claimed. */
const CLAIMED = 8.5;

export const RATES_CLAIM: Claim = {
  id: 'uws-times-fastify',
  claim: `uWebSockets.js delivers web serving ${CLAIMED} times that of Fastify.`,
  sources: [
    {
      text: 'Hultman and others: uWebSockets.js, README (“delivers web serving for Node.js, 8.5x that of Fastify and at least 10x that of Socket.IO”), 2026',
      url: 'https://github.com/uNetworking/uWebSockets.js',
    },
  ],
  rule: `Loads per second by 64 clients of raw HTTP/1.1, uws-http1 ÷ node-http1, paired by round; without rounds in which the client was at its limit. A load is about 5 KB of JSON over TLS 1.3, not “hello world”. Reproduced: the interval is at or above ${CLAIMED}. Refuted: it lies below.`,
  command:
    'pnpm bench --scenarios 7j --variants node-http1,uws-http1 --networks loopback --kinds text --rounds 4',
  needs: 'a network without delay, rate or losses, such as loopback',
  check: (measured) => {
    if (isShaped(measured.network.profile)) return null;
    const of = (variant: string) =>
      pointsOf(measured, { variant, scenario: '7j', metric: 'rate-64', series: 'load' });
    const ratio = ratioEvidence('loads per second, uws-http1 ÷ node-http1', [
      of('uws-http1'),
      of('node-http1'),
    ]);
    return judged(
      `uWebSockets.js serves ${ratio.value.toFixed(2)} times the loads of 5 KB of JSON over TLS`,
      [ratio],
      [
        [ratio.low >= CLAIMED, 'reproduced'],
        [ratio.high < CLAIMED, 'refuted'],
      ],
    );
  },
};
