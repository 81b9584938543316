import { unlimited } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { oneSided, only, ROUNDS } from './claim-run.ts';
import { evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, below } from './hypothesis.ts';
import { ratio } from './claim-rounds.ts';

/** How many times the rate of Fastify is claimed. */
const CLAIMED = 8.5;

export const RATES_CLAIM: Claim = {
  run: {
    id: 'uws-times-fastify',
    scenario: 'throughput',
    kind: 'text',
    cells: only('node-http1', 'uws-http1'),
    // Thousands of operations in each second.
    networks: [{ name: 'loopback', windowSeconds: 1 }],
    rounds: ROUNDS,
    over: unlimited,
    needs: 'a network without delay, rate or losses, such as loopback',
    tries: oneSided,
  },
  claim: `uWebSockets.js delivers web serving ${CLAIMED} times that of Fastify.`,
  by: 'published',
  sources: [
    {
      text: 'Hultman and others: uWebSockets.js, README (“delivers web serving for Node.js, 8.5x that of Fastify and at least 10x that of Socket.IO”), 2026',
      url: 'https://github.com/uNetworking/uWebSockets.js',
    },
  ],
  rule: `Loads per second by 64 clients of raw HTTP/1.1, uws-http1 ÷ node-http1, by round; without rounds in which the client was at its limit. A load is about 5 KB of JSON over TLS 1.3, not “hello world”. Supported: more than ${CLAIMED}. Contradicted: less.`,
  check: (measured) => {
    const of = (variant: string) =>
      numbersOf(measured, { variant, scenario: 'throughput', metric: 'rate-64', series: 'load' });
    const times = ratio(of('uws-http1'), of('node-http1'));
    const evidence = evidenceOf('loads per second, uws-http1 ÷ node-http1', '', times);
    return {
      figures: `uWebSockets.js serves ${inWords(evidence)} times the loads of 5 KB of JSON over TLS`,
      evidence: [evidence],
      supported: above(times, CLAIMED),
      contradicted: below(times, CLAIMED),
    };
  },
};
