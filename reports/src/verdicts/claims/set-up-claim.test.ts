import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import {
  CLAIM_FACTORS,
  cellOf,
  dataOf,
  networkOf,
  sampleOf,
} from '../../../fixtures/claim-data.ts';
import { judgeOne } from '../../../fixtures/judge-one.ts';
import { SET_UP_CLAIM } from './protocol-claims.ts';

const label = LABELS.setUp('cold', 'first-byte');

/** First bytes after so many ms, over a link with a round trip of 100 ms. */
function judged(
  http2Ms: number,
  http3Ms: number,
  rounds: readonly number[] = CLAIM_FACTORS,
  delayMs = 50,
) {
  const cells = Object.entries({ 'node-http2': http2Ms, 'caddy-http3': http3Ms }).flatMap(
    ([variant, ms]) =>
      rounds.map((factor, round) =>
        cellOf({ variant, network: 'n', round, scenario: 'connect', rttMs: 2 * delayMs }, [
          sampleOf(label, ms * factor),
          sampleOf(label, ms * factor),
        ]),
      ),
  );
  return judgeOne(SET_UP_CLAIM, dataOf([networkOf('n', { delayMs })], cells));
}

test('one round trip less supports it, with the figures and p', () => {
  const claim = judged(310, 205);
  expect(claim).toMatchObject({ network: 'n', verdict: 'supported' });
  // All twelve rounds between 0.5 and 1.5; the first of two tests.
  expect(claim.supported).toEqual({ p: 2 ** -12, level: 0.025, shown: true });
  expect(claim.contradicted).toMatchObject({ p: 1, shown: false });
  expect(claim.why).toBe('HTTP/3 saves 1.05 round trips');
  const [http2, http3, saved] = claim.evidence;
  // Factors sorted: 0.98, 0.985, 0.99, 0.995, 1, 1, 1, 1.005, …; x₍₃₎ to x₍₁₀₎ have 96.1 %.
  expect(http2?.value).toBeCloseTo(3.1, 10);
  expect(http3?.value).toBeCloseTo(2.05, 10);
  expect(http2?.low).toBeCloseTo(3.1 * 0.99, 10);
  expect(http2?.high).toBeCloseTo(3.1 * 1.01, 10);
  expect(saved?.value).toBeCloseTo(1.05, 10);
  expect(saved).toMatchObject({ rounds: 12, bound: '' });
  expect(saved?.cells).toHaveLength(24);
  expect(http3?.cells[0]).toBe('n/caddy-http3/connect-text/0');
});

test('no difference and two round trips contradict it', () => {
  expect(judged(310, 305)).toMatchObject({
    verdict: 'contradicted',
    why: 'HTTP/3 saves 0.05 round trips, not one',
    contradicted: { p: 2 * 2 ** -12 },
  });
  expect(judged(310, 110).why).toBe('HTTP/3 saves 2.00 round trips, more than one');
});

test('rounds on both sides of half a round trip show nothing', () => {
  // 50 ms times the factor of the round: a tie counts against, as those below.
  const claim = judged(310, 260);
  expect(claim.verdict).toBe('inconclusive');
  expect(claim.evidence).toHaveLength(3);
});

test('nine rounds, or a link without a round trip, test nothing', () => {
  expect(judged(310, 205, CLAIM_FACTORS.slice(0, 9))).toMatchObject({
    verdict: 'not tested',
    why: 'needs 10 rounds of node-http2 in connect (text) and has 9',
  });
  expect(judged(310, 205, CLAIM_FACTORS, 0).why).toBe(
    'needs a network with a round trip of 10 ms or more',
  );
});
