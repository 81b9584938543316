import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cellOf, dataOf, lost, networkOf, ROUNDS, sampleOf } from '../../../fixtures/claim-data.ts';
import { BATCH_CLAIMS } from './batch-claims.ts';
import { Relation } from '../../figures/relation.ts';
import { judgeClaims } from '../claims.ts';

const measuredOf = (data: ReturnType<typeof dataOf>) => ({ data, relation: Relation.of(data) });

const made = networkOf('ideal', { delayMs: 0, down: { rateKbps: null }, up: { rateKbps: null } });
const batches = { textBatches: [10, 100], binaryBatches: [10] };
const ideal = { ...made, workload: { ...made.workload, ...batches } };
const [textLoad, , binaryLoad] = BATCH_CLAIMS;

/**
 * Batches of ten, so long in ms by variant; those of a hundred ten times that.
 *
 * @param failing a variant whose batches fail in a fifth round.
 */
function judged(
  claim: (typeof BATCH_CLAIMS)[number] | undefined,
  ms: Readonly<Record<string, number>>,
  network = ideal,
  failing = '',
) {
  if (!claim) throw new Error('no such claim');
  const cells = Object.entries(ms).flatMap(([variant, durationMs]) =>
    [...ROUNDS, ...(failing === '' ? [] : [1])].map((factor, round) => {
      const cell = cellOf(
        {
          variant,
          network: network.profile.id,
          round,
          scenario: '1a',
          kind: claim.id.includes('binary') ? 'binary' : 'text',
        },
        [10, 100].flatMap((size) =>
          Array.from({ length: size }, (_, index) =>
            sampleOf(LABELS.batch(size), (durationMs * factor * size) / 10, index),
          ),
        ),
      );
      return variant === failing && round === 4 ? lost(cell) : cell;
    }),
  );
  return judgeClaims([claim], measuredOf(dataOf([network], cells)))[0];
}

const http = { 'node-http1': 50, 'node-http2': 60, 'caddy-http3': 70 };

test('a transport is as fast as its fastest variant', () => {
  const claim = judged(textLoad, { ...http, 'node-ws': 90, 'uws-ws': 40 });
  expect(claim?.verdict).toBe('reproduced');
  expect(claim?.why).toBe(
    'ideal: batch of 10: websocket 40.2 ms, http/1.1 50.3 ms, h2 60.3 ms, h3 70.3 ms; ' +
      'batch of 100: websocket 402.0 ms, http/1.1 502.5 ms, h2 603.0 ms, h3 703.5 ms',
  );
  expect(claim?.evidence.slice(0, 4).map(({ value }) => value)).toEqual([
    40.2,
    50.25,
    expect.closeTo(60.3, 10),
    expect.closeTo(70.35, 10),
  ]);
});

test('one that is faster refutes it', () => {
  expect(judged(textLoad, { ...http, 'node-ws': 55 })?.verdict).toBe('refuted');
});

test('a variant that failed in a round is not ranked', () => {
  const alone = { ...http, 'node-ws': 40 };
  expect(judged(textLoad, alone)?.verdict).toBe('reproduced');
  expect(judged(textLoad, alone, ideal, 'node-ws')).toMatchObject({
    verdict: 'not testable',
    why: 'ideal: node-ws in 1a (text) failed in a round',
  });
  const beside = judged(textLoad, { ...alone, 'uws-ws': 45 }, ideal, 'node-ws');
  expect(beside?.why).toMatch(/^ideal: batch of 10: websocket 45\.0 ms/);
});

test('slowest is the other end', () => {
  expect(judged(binaryLoad, { ...http, 'node-ws': 90 })?.verdict).toBe('reproduced');
  expect(judged(binaryLoad, { ...http, 'node-ws': 65 })?.verdict).toBe('refuted');
});

test('intervals that overlap, a transport that is missing and another network show nothing', () => {
  expect(judged(textLoad, { ...http, 'node-ws': 49.5 })?.verdict).toBe('not testable');
  const { 'caddy-http3': _, ...rest } = http;
  expect(judged(textLoad, { ...rest, 'node-ws': 40 })?.why).toBe(
    'ideal: needs caddy-http3 in 1a (text), which is not-run: not part of this run',
  );
  const needs = 'needs a network without delay, rate or losses, such as ideal';
  expect(judged(textLoad, { ...http, 'node-ws': 40 }, networkOf('4g', {}))?.why).toBe(needs);
  const { profile } = ideal;
  const lossy = { ...profile, id: 'ideal+loss=1%', up: { ...profile.up, lossFraction: 0.01 } };
  const over = { ...ideal, profile: lossy };
  expect(judged(textLoad, { ...http, 'node-ws': 40 }, over)?.why).toBe(needs);
});

test('a claim of batches of 10 to 100 is not tested by those of 10', () => {
  const few = { ...ideal, workload: { ...ideal.workload, textBatches: [10] } };
  expect(judged(textLoad, { ...http, 'node-ws': 40 }, few)?.why).toBe(
    'ideal: needs batches of 100',
  );
});
