import { expect, test } from 'vitest';
import { dataOf, loopCell, networkOf, ROUNDS, unlimited } from '../../../fixtures/claim-data.ts';
import { Relation } from '../../figures/relation.ts';
import { judgeClaims } from '../claims.ts';
import { RATES_CLAIM } from './rates-claim.ts';

/** Loads per second of uWebSockets.js; Fastify’s are 1,000 in each round. */
function judged(
  uws: number,
  rounds: readonly number[] = ROUNDS,
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
  const networks = [network === '4g' ? networkOf('4g', {}) : unlimited(network)];
  const data = dataOf(networks, cells);
  return judgeClaims([RATES_CLAIM], { data, relation: Relation.of(data) })[0];
}

test('an interval above 8.5 reproduces it, one below refutes it', () => {
  const refuted = judged(2_000);
  expect(refuted?.verdict).toBe('refuted');
  // Rounds of 0.98, 1, 1.01 and 1.02.
  expect(refuted?.why).toBe(
    'loopback: uWebSockets.js serves 2.01 times the loads of 5 KB of JSON over TLS',
  );
  expect(refuted?.evidence[0]).toMatchObject({ value: 2.01, low: 1.96, high: 2.04, rounds: 6 });
  expect(refuted?.evidence[0]?.cells).toHaveLength(12);
  expect(judged(9_000)?.verdict).toBe('reproduced');
});

test('an interval that holds 8.5 tests nothing', () => {
  const claim = judged(8_500);
  expect(claim?.verdict).toBe('not testable');
  expect(claim?.why).toMatch(/the intervals are too wide: needs more rounds$/);
});

test('rounds in which the client was at its limit do not count, nor do three', () => {
  expect(judged(9_000, ROUNDS, 'loopback', 0.9)?.why).toBe(
    'loopback: needs 6 rounds of uws-http1 in 7j (text) and has 0, not counting 6 limited by the client',
  );
  expect(judged(9_000, [1, 1, 1])?.why).toBe(
    'loopback: needs 6 rounds of uws-http1 in 7j (text) and has 3',
  );
});

test('a network that limits something tests nothing', () => {
  expect(judged(9_000, ROUNDS, '4g')?.why).toBe(
    'needs a network without delay, rate or losses, such as loopback',
  );
});
