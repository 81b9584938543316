import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf, ROUNDS, sampleOf } from '../../../fixtures/claim-data.ts';
import { Relation } from '../../figures/relation.ts';
import { judgeClaims } from '../claims.ts';
import { SET_UP_CLAIM } from './set-up-claim.ts';

const measuredOf = (data: ReturnType<typeof dataOf>) => ({ data, relation: Relation.of(data) });

const label = LABELS.setUp('cold', 'first-byte');

/** First bytes after so many ms, over a link with a round trip of 100 ms. */
function judged(
  http2Ms: number,
  http3Ms: number,
  rounds: readonly number[] = ROUNDS,
  delayMs = 50,
) {
  const cells = Object.entries({ 'node-http2': http2Ms, 'caddy-http3': http3Ms }).flatMap(
    ([variant, ms]) =>
      rounds.map((factor, round) =>
        cellOf({ variant, network: 'n', round, scenario: '5h', rttMs: 2 * delayMs }, [
          sampleOf(label, ms * factor),
          sampleOf(label, ms * factor),
        ]),
      ),
  );
  return judgeClaims([SET_UP_CLAIM], measuredOf(dataOf([networkOf('n', { delayMs })], cells)))[0];
}

test('one round trip less reproduces it, with the figures', () => {
  const claim = judged(310, 205);
  expect(claim?.verdict).toBe('reproduced');
  // Rounds of 0.98, 1, 1.01 and 1.02: the median is 1.005.
  expect(claim?.why).toBe('n: HTTP/3 saves 1.06 round trips');
  const [http2, http3] = claim?.evidence ?? [];
  expect(http2?.value).toBeCloseTo(3.1155, 10);
  expect(http3?.value).toBeCloseTo(2.06025, 10);
  expect(http2?.low).toBeCloseTo(3.038, 10);
  expect(http2?.rounds).toBe(6);
  expect(http3?.cells[0]).toBe('n/caddy-http3/5h-text/0');
});

test('no difference and two round trips refute it', () => {
  expect(judged(310, 305)?.verdict).toBe('refuted');
  expect(judged(310, 110)?.verdict).toBe('refuted');
});

test('half a round trip, with intervals that reach it, shows nothing', () => {
  const claim = judged(310, 260);
  expect(claim?.verdict).toBe('not testable');
  expect(claim?.why).toMatch(/the intervals are too wide: needs more rounds$/);
  expect(claim?.evidence).toHaveLength(2);
});

test('three rounds, or a link without a round trip, test nothing', () => {
  expect(judged(310, 205, [1, 1, 1])?.why).toBe(
    'n: needs 6 rounds of node-http2 in 5h (text) and has 3',
  );
  expect(judged(310, 205, ROUNDS, 0)?.why).toBe(
    'needs a network with a round trip of 10 ms or more',
  );
});
