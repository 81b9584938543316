import { expect, test } from 'vitest';
import { dataOf, holbCell, lost, networkOf, ROUNDS } from '../../../fixtures/claim-data.ts';
import { BANDWIDTH_CLAIM } from './bandwidth-claim.ts';
import type { Claim } from './claim.ts';
import { Relation } from '../../figures/relation.ts';
import { judgeClaims } from '../claims.ts';
import { LOSS_CLAIMS } from './loss-claims.ts';
import { MESSAGES_CLAIM } from './messages-claim.ts';
import { RENO_CLAIM } from './reno-claim.ts';
import { WINDOW_CLAIM } from './window-claim.ts';

const measuredOf = (data: ReturnType<typeof dataOf>) => ({ data, relation: Relation.of(data) });

type Phases = Parameters<typeof holbCell>[1];
type Where = Omit<Parameters<typeof holbCell>[0], 'round' | 'scenario'>;

/** Four rounds, a little apart: latencies and goodputs are those of the second one. */
function cells(where: Where, phases: Phases, scenario = '4f', factors: readonly number[] = ROUNDS) {
  return factors.map((factor, round) =>
    holbCell(
      { ...where, round, scenario },
      Object.fromEntries(
        Object.entries(phases).map(([phase, { ms, mbps }]) => [
          phase,
          { ms: ms * factor, ...(mbps === undefined ? {} : { mbps: mbps * factor }) },
        ]),
      ),
    ),
  );
}

const judge = (claim: Claim, data: ReturnType<typeof dataOf>) =>
  judgeClaims([claim], measuredOf(data))[0];
const lossy = networkOf('lossy', { down: { lossFraction: 0.01 } });
const clean = networkOf('clean', {});

test('messages change far more than the bulk, or less', () => {
  const judged = (messageMs: number, bulkMbps: number) =>
    judge(
      MESSAGES_CLAIM,
      dataOf(
        [lossy],
        [
          ...cells(
            { variant: 'node-http2', network: 'lossy', factors: { http2WriteBytes: 16_384 } },
            { self: { ms: messageMs, mbps: 2 } },
          ),
          ...cells(
            { variant: 'caddy-http3', network: 'lossy' },
            { self: { ms: 100, mbps: bulkMbps } },
          ),
        ],
      ),
    );
  expect(judged(1_000, 3)?.verdict).toBe('reproduced');
  expect(judged(1_000, 3)?.why).toBe('lossy: messages × 10.00, bulk × 1.50 either way');
  // A slower bulk is a change, too.
  expect(judged(1_000, 0.2)?.verdict).toBe('refuted');
  expect(judged(1_000, 0.2)?.evidence[1]?.value).toBeCloseTo(10, 10);
  expect(judged(150, 2)?.verdict).toBe('refuted');
});

test('messages need losses, and rounds that rank servers', () => {
  expect(judge(MESSAGES_CLAIM, dataOf([clean], []))?.why).toBe('needs a network with losses');
  expect(judge(MESSAGES_CLAIM, dataOf([lossy], []))?.why).toBe(
    'lossy: needs node-http2 with --http2-write',
  );
  const limiter = { verdict: 'client', why: 'client: made up' } as const;
  const factors = { http2WriteBytes: 16_384 };
  const where = { variant: 'node-http2', network: 'lossy', factors, limiter };
  const client = cells(where, { self: { ms: 9 } });
  expect(judge(MESSAGES_CLAIM, dataOf([lossy], client))?.why).toBe(
    'lossy: needs 6 rounds of node-http2 in 4f (text, http2-write=16k) and has 0, not counting 6 limited by the client',
  );
});

test('a ratio over a lower bound is none, and its round is not left out', () => {
  const factors = [...ROUNDS, 1];
  const http2 = { variant: 'node-http2', network: 'lossy', factors: { http2WriteBytes: 16_384 } };
  const slow = cells(http2, { self: { ms: 1_000, mbps: 2 } }, '4f', factors);
  const http3 = { variant: 'caddy-http3', network: 'lossy' };
  const fast = cells(http3, { self: { ms: 100, mbps: 2 } }, '4f', factors);
  const judged = (data: typeof slow) => judge(MESSAGES_CLAIM, dataOf([lossy], data));
  expect(judged([...slow, ...fast])?.verdict).toBe('reproduced');
  const worst = fast.map((cell, round) => (round < 4 ? cell : lost(cell)));
  expect(judged([...slow, ...worst])).toMatchObject({
    verdict: 'not testable',
    why: 'lossy: messages: HTTP/2 ÷ HTTP/3 latency, p50 divides by a lower bound in a round',
  });
});

test('WebSocket behind QUIC only under loss', () => {
  const [alone, beside] = LOSS_CLAIMS;
  if (!alone || !beside) throw new Error('two claims');
  const judged = (claim: Claim, cleanWs: number, lossyWs: number, factors?: readonly number[]) =>
    judge(
      claim,
      dataOf(
        [clean, lossy],
        [
          { network: 'clean', ms: cleanWs },
          { network: 'lossy', ms: lossyWs },
        ].flatMap(({ network, ms }) => [
          ...cells(
            { variant: 'node-ws', network },
            { idle: { ms }, self: { ms: 2 * ms } },
            '4f',
            factors,
          ),
          ...cells({ variant: 'caddy-http3', network }, { idle: { ms: 100 }, self: { ms: 100 } }),
        ]),
      ),
    );
  expect(judged(alone, 100, 150)).toMatchObject({
    verdict: 'reproduced',
    why: 'lossy: WebSocket ÷ HTTP/3 is 1.00 without losses, 1.50 with them',
  });
  expect(judged(alone, 150, 300)?.verdict).toBe('refuted');
  expect(judged(alone, 100, 100)?.why).toMatch(/: not behind with them$/);
  // Beside the bulk the same WebSocket is behind without losses, too.
  expect(judged(beside, 100, 150)?.why).toMatch(/is 2\.00 without .*: behind without losses, too$/);
  expect(judged(alone, 100, 150, [0.5, 1, 1, 2])?.verdict).toBe('not testable');
  const unlike = networkOf('unlike', { delayMs: 10 });
  expect(judge(alone, dataOf([unlike, lossy], []))?.why).toBe(
    'needs two networks that differ in their losses alone',
  );
});

test('HTTP/3’s deficit grows with the rate, or shrinks', () => {
  const slow = networkOf('slow', {});
  const fast = networkOf('fast', { down: { rateKbps: 800_000 } });
  const judged = (slowHttp3: number, fastHttp3: number, networks = [slow, fast]) =>
    judge(
      BANDWIDTH_CLAIM,
      dataOf(
        networks,
        networks.flatMap(({ profile: { id } }) => {
          const http3 = id === 'fast' ? fastHttp3 : slowHttp3;
          const foreign = (mbps: number) => ({ foreign: { ms: 1, mbps } });
          return [
            ...cells({ variant: 'node-http2', network: id }, foreign(10)),
            ...cells({ variant: 'caddy-http3', network: id }, foreign(http3)),
          ];
        }),
      ),
    );
  expect(judged(9, 6)).toMatchObject({
    verdict: 'reproduced',
    why: 'fast: HTTP/3 ÷ HTTP/2 is 0.90 over slow, 0.60 over fast',
  });
  expect(judged(6, 9)?.verdict).toBe('refuted');
  expect(judged(14, 12)?.why).toMatch(/: no deficit$/);
  expect(judged(9, 9)?.verdict).toBe('not testable');
  expect(judged(9, 6, [slow])?.why).toMatch(/^needs networks without losses that differ/);
});

test('the default HTTP/2 window bounds uploads', () => {
  // 65 535 bytes in 100 ms are 5.2428 Mbit/s.
  const judged = (defaultMbps: number, largeMbps: number | null, up = 20_000) =>
    judge(
      WINDOW_CLAIM,
      dataOf(
        [networkOf('n', { up: { rateKbps: up } })],
        [
          { factors: {}, mbps: defaultMbps },
          ...(largeMbps === null
            ? []
            : [{ factors: { http2WindowBytes: 1_048_576 }, mbps: largeMbps }]),
        ].flatMap(({ factors, mbps }) =>
          cells(
            { variant: 'node-http2', network: 'n', factors },
            { foreign: { ms: 1, mbps } },
            '4g',
          ),
        ),
      ),
    );
  expect(judged(5, 15)?.verdict).toBe('reproduced');
  expect(judged(5, 15)?.evidence[0]?.value).toBeCloseTo((5 * 1.005) / 5.2428, 4);
  expect(judged(8, 15)?.verdict).toBe('refuted');
  expect(judged(4, 4)?.why).toMatch(/: something else bounds it$/);
  expect(judged(5, null)?.why).toMatch(/needs a larger window beside it$/);
  expect(judged(5, null)?.evidence).toHaveLength(1);
  expect(judged(5, 15, 6_000)?.why).toMatch(/^needs a network whose upload carries more than/);
});

test('quic-go under Reno’s ceiling, and above', () => {
  // 1.2247 · 1411 · 8 ÷ (100 ms · √0.01) = 1.3825 Mbit/s.
  const long = { ...lossy, workload: { ...lossy.workload, windowSeconds: 60 } };
  const judged = (mbps: number, network = long) =>
    judge(
      RENO_CLAIM,
      dataOf(
        [network],
        cells(
          { variant: 'caddy-http3', network: network.profile.id },
          { foreign: { ms: 1, mbps } },
        ),
      ),
    );
  expect(judged(1.2)).toMatchObject({
    verdict: 'reproduced',
    why: 'lossy: the download reaches 0.87 of the ceiling',
  });
  expect(judged(1.2)?.evidence[1]?.value).toBeCloseTo((1.2 * 1.005) / 1.38249, 4);
  expect(judged(1.8)?.verdict).toBe('refuted');
  expect(judged(1.38)?.verdict).toBe('not testable');
  // Of few losses the start of a transfer shows, which is no mean: 1.8 · 10 s ÷ (8 · 1411) · 1 %.
  const short = { ...lossy, workload: { ...lossy.workload, windowSeconds: 10 } };
  expect(judged(1.8, short)?.why).toMatch(/needs 30 expected losses in a round and has 16: /);
  expect(judged(1.2, clean)?.why).toMatch(/^needs a network with losses whose download carries/);
});
