import { expect, test } from 'vitest';
import {
  CLAIM_FACTORS,
  dataOf,
  loopCell,
  networkOf,
  unlimited,
} from '../../../fixtures/claim-data.ts';
import { judgeOne } from '../../../fixtures/judge-one.ts';
import { Relation } from '../../figures/relation.ts';
import { judgeClaims } from '../claims.ts';
import { RATES_CLAIM } from './program-claims.ts';

/** Loads per second of uWebSockets.js; Fastify’s are 1,000 in each round. */
function judged(
  uws: number,
  rounds: readonly number[] = CLAIM_FACTORS,
  network = 'loopback',
  cores = 0.5,
) {
  const cells = rounds.flatMap((factor, round) => [
    loopCell({ variant: 'node-http1', network, round }, { load: 1_000 }),
    loopCell(
      { variant: 'uws-http1', network, round },
      { load: uws * factor },
      { clientCores: cores },
    ),
  ]);
  const networks = [
    network === 'reference-4g' ? networkOf('reference-4g', {}) : unlimited(network),
  ];
  return judgeOne(RATES_CLAIM, dataOf(networks, cells));
}

test('rounds above 8.5 support it, rounds below contradict it', () => {
  const contradicted = judged(2_000);
  expect(contradicted.verdict).toBe('contradicted');
  expect(contradicted.why).toBe(
    'uWebSockets.js serves 2.00 times the loads of 5 KB of JSON over TLS',
  );
  expect(contradicted.evidence[0]).toMatchObject({ value: 2, low: 1.98, high: 2.02, rounds: 12 });
  expect(contradicted.evidence[0]?.cells).toHaveLength(24);
  expect(judged(9_000).verdict).toBe('supported');
});

test('rounds around 8.5 show nothing', () => {
  expect(judged(8_500)).toMatchObject({ verdict: 'inconclusive' });
});

test('rounds in which the client was at its limit do not count, nor do nine', () => {
  expect(judged(9_000, CLAIM_FACTORS, 'loopback', 0.9).why).toBe(
    'needs 10 rounds of uws-http1 in throughput (text) and has 0, not counting 12 limited by the client',
  );
  expect(judged(9_000, CLAIM_FACTORS.slice(0, 9)).why).toBe(
    'needs 10 rounds of uws-http1 in throughput (text) and has 9',
  );
});

test('a network that limits something tests nothing', () => {
  expect(judged(9_000, CLAIM_FACTORS, 'reference-4g').why).toBe(
    'needs a network without delay, rate or losses, such as loopback',
  );
});

test('a network without cells of it is left out where another has them', () => {
  const cells = CLAIM_FACTORS.flatMap((_, round) => [
    loopCell({ variant: 'node-http1', network: 'loopback', round }, { load: 1_000 }),
    loopCell({ variant: 'uws-http1', network: 'loopback', round }, { load: 9_000 }),
  ]);
  const data = dataOf([unlimited('ideal'), unlimited('loopback')], cells);
  const [claim] = judgeClaims([RATES_CLAIM], { data, relation: Relation.of(data) });
  expect(claim?.judgements.map(({ network }) => network)).toEqual(['loopback']);
});
