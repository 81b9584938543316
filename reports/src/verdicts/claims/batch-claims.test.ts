import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import {
  CLAIM_FACTORS,
  cellOf,
  dataOf,
  lost,
  networkOf,
  sampleOf,
  unlimited,
} from '../../../fixtures/claim-data.ts';
import { judgeOne } from '../../../fixtures/judge-one.ts';
import { WORKLOAD } from '../../../fixtures/made-up-networks.ts';
import { BATCH_CLAIMS } from './batch-claims.ts';

const ideal = unlimited('ideal');
const BATCHES = { ...WORKLOAD, textBatches: [10, 100], binaryBatches: [10] };
const [textLoad, , binaryLoad, textCreate] = BATCH_CLAIMS;

/**
 * Batches of ten, so long in ms by variant; those of a hundred ten times that.
 *
 * @param failing a variant whose batches fail in one round.
 */
function judged(
  claim: (typeof BATCH_CLAIMS)[number] | undefined,
  ms: Readonly<Record<string, number>>,
  { network = ideal, failing = '', workload = BATCHES } = {},
) {
  if (!claim) throw new Error('no such claim');
  const { scenario, kind } = claim.run;
  const cells = Object.entries(ms).flatMap(([variant, durationMs]) =>
    CLAIM_FACTORS.map((factor, round) => {
      // Variants of one round differ more than rounds do.
      const cell = cellOf(
        { variant, network: network.profile.id, round, scenario, kind },
        [10, 100].flatMap((size) =>
          Array.from({ length: size }, (_, index) =>
            sampleOf(LABELS.batch(size), (durationMs * factor * size) / 10, index),
          ),
        ),
      );
      return variant === failing && round === 4 ? lost(cell) : cell;
    }),
  );
  return judgeOne(claim, dataOf([network], cells, { workload }));
}

const http = {
  'node-http1': 50,
  'uws-http1': 55,
  'node-http2': 60,
  'caddy-http3': 70,
};

test('a transport is as fast as its fastest variant', () => {
  const claim = judged(textLoad, { ...http, 'node-ws': 90, 'uws-ws': 40 });
  expect(claim.verdict).toBe('supported');
  expect(claim.why).toBe(
    'batch of 10: websocket 40.0 ms, http/1.1 50.0 ms, h2 60.0 ms, h3 70.0 ms; ' +
      'batch of 100: websocket 400.0 ms, http/1.1 500.0 ms, h2 600.0 ms, h3 700.0 ms',
  );
  // Either of its two variants may be the fastest.
  expect(claim.supported).toMatchObject({ p: 2 * 2 ** -12 });
});

test('one that is faster contradicts it, and is named', () => {
  const claim = judged(textLoad, { ...http, 'node-http2': 40, 'node-ws': 45, 'uws-ws': 90 });
  expect(claim.verdict).toBe('contradicted');
  expect(claim.why).toMatch(/: h2 is faster for 10$/);
});

test('slowest is the other end', () => {
  const sockets = { 'node-ws': 90, 'uws-ws': 95 };
  expect(judged(binaryLoad, { ...http, ...sockets }).verdict).toBe('supported');
  expect(judged(binaryLoad, { ...http, 'node-ws': 90, 'uws-ws': 65 }).verdict).toBe('contradicted');
  expect(judged(textCreate, { ...http, 'uws-ws': 65 }).verdict).toBe('supported');
});

test('a round in which a batch failed counts against either side', () => {
  const alone = { ...http, 'node-ws': 40 };
  expect(judged(textLoad, alone).supported?.p).toBe(2 ** -12);
  expect(judged(textLoad, alone, { failing: 'node-ws' })).toMatchObject({
    supported: { p: 13 * 2 ** -12 },
    contradicted: { p: 1 },
  });
});

test('what the plan promises is what rounds that agree reach', () => {
  for (const claim of BATCH_CLAIMS) {
    const tries = claim.run.tries(BATCHES);
    const all = { ...http, 'node-ws': 52, 'uws-ws': 53 };
    const far = (best: boolean) =>
      claim.claim.startsWith('WebSocket')
        ? { 'node-ws': best ? 1 : 999, 'uws-ws': best ? 2 : 998 }
        : { 'caddy-http3': best ? 1 : 999 };
    const fastest = judged(claim, { ...all, ...far(true) });
    const slowest = judged(claim, { ...all, ...far(false) });
    const [shown, not] = claim.run.id.endsWith('fastest') ? [fastest, slowest] : [slowest, fastest];
    expect(shown.supported?.p, claim.run.id).toBe(tries.supported * 2 ** -12);
    expect(not.contradicted?.p, claim.run.id).toBe(tries.contradicted * 2 ** -12);
    expect([shown.verdict, not.verdict]).toEqual(['supported', 'contradicted']);
  }
});

test('equal rounds, a transport that is missing and another network show nothing', () => {
  const even = { ...http, 'node-ws': 50 };
  expect(judged(textLoad, even).verdict).toBe('inconclusive');
  const { 'caddy-http3': _, ...rest } = http;
  expect(judged(textLoad, { ...rest, 'node-ws': 40 }).why).toBe(
    'needs caddy-http3 in 1a (text), which is not-run: not part of this run',
  );
  const needs = 'needs a network without delay, rate or losses, such as ideal';
  const over = (network: typeof ideal) =>
    judged(textLoad, { ...http, 'node-ws': 40 }, { network }).why;
  expect(over(networkOf('reference-4g', {}))).toBe(needs);
  const { profile } = ideal;
  const lossy = { ...profile, id: 'ideal+loss=1%', up: { ...profile.up, lossFraction: 0.01 } };
  expect(over({ ...ideal, profile: lossy })).toBe(needs);
});

test('a run without its scenario does not test it', () => {
  const [claim] = BATCH_CLAIMS;
  if (!claim) throw new Error('no claim of batches');
  expect(judgeOne(claim, dataOf([ideal], [], { scenarios: ['download'] }))).toMatchObject({
    verdict: 'not tested',
    why: 'needs 1a (text), which is not part of this run',
  });
});

test('a claim of batches of 10 to 100 is not tested by those of 10', () => {
  const workload = { ...BATCHES, textBatches: [10] };
  const few = judged(textLoad, { ...http, 'node-ws': 40 }, { workload });
  expect(few.why).toBe('needs batches of 100');
});
