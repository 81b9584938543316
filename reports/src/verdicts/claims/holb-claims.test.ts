import { expect, test } from 'vitest';
import {
  CLAIM_FACTORS,
  dataOf,
  freshCells as cells,
  lost,
  networkOf,
} from '../../../fixtures/claim-data.ts';
import { judgeOne as judge } from '../../../fixtures/judge-one.ts';
import { BANDWIDTH_CLAIM, LOSS_CLAIMS, MESSAGES_CLAIM } from './protocol-claims.ts';
import type { Claim } from './claim.ts';
import { RENO_CLAIM, WINDOW_CLAIM } from './program-claims.ts';

type Where = Parameters<typeof cells>[0];

const lossy = networkOf('lossy', { down: { lossFraction: 0.01 } });
const clean = networkOf('clean', {});

/** HTTP/2 with a short queue, and HTTP/3 with messages of 100 ms. */
function messages(messageMs: number, bulkMbps: number, http2Mbps = 2) {
  const http2 = { variant: 'node-http2', network: 'lossy', factors: { http2WriteBytes: 16_384 } };
  const http3 = { variant: 'caddy-http3', network: 'lossy' };
  return [
    cells(http2, { duringMs: messageMs, mbps: http2Mbps }),
    cells(http3, { duringMs: 100, mbps: bulkMbps }),
  ] as const;
}

test('messages change far more than the bulk, or less', () => {
  const judged = (messageMs: number, bulkMbps: number) =>
    judge(MESSAGES_CLAIM, dataOf([lossy], messages(messageMs, bulkMbps).flat()));
  expect(judged(1_000, 3)).toMatchObject({
    verdict: 'supported',
    why: 'messages × 10.00, bulk × 1.50',
    supported: { p: 2 ** -12 },
  });
  // A slower bulk is a change, too.
  expect(judged(1_000, 0.2).verdict).toBe('contradicted');
  expect(judged(1_000, 0.2).evidence[1]?.value).toBeCloseTo(0.1, 10);
  expect(judged(150, 2).verdict).toBe('contradicted');
});

test('the short queue alone differs from the run’s own factors, and is the shortest', () => {
  const [short, http3] = messages(1_000, 3);
  const arm = (ms: number, factors: NonNullable<Where['factors']>) =>
    cells({ variant: 'node-http2', network: 'lossy', factors }, { duringMs: ms, mbps: 2 });
  const longer = arm(100, { http2WriteBytes: 65_536 });
  const both = arm(100, { http2WriteBytes: 16_384, http2WindowBytes: 1_048_576 });
  const judged = (...data: (typeof short)[]) => judge(MESSAGES_CLAIM, dataOf([lossy], data.flat()));
  expect(judged(both, longer, short, http3).why).toBe('messages × 10.00, bulk × 1.50');
  expect(judged(both, http3).why).toBe(
    'needs node-http2 with --http2-write and nothing else changed',
  );
});

test('a bulk that scatters around no change does not count as a change', () => {
  const [http2, http3] = messages(205, 2);
  // Twice or half as fast by turns: folded to above 1 each round would show twice the bulk.
  const scattered = http3.map((cell, round) =>
    round % 2 === 0
      ? cell
      : (cells({ variant: 'caddy-http3', network: 'lossy' }, { duringMs: 100, mbps: 4 })[round] ??
        cell),
  );
  const { verdict, evidence } = judge(MESSAGES_CLAIM, dataOf([lossy], [...http2, ...scattered]));
  expect(verdict).toBe('inconclusive');
  expect(evidence.map(({ value }) => Number(value?.toFixed(3)))).toEqual([2.05, 1.5, 1.538, 3.075]);
});

test('messages need losses, and rounds that rank servers', () => {
  expect(judge(MESSAGES_CLAIM, dataOf([clean], [])).why).toBe('needs a network with losses');
  expect(judge(MESSAGES_CLAIM, dataOf([lossy], [])).why).toBe(
    'needs node-http2 with --http2-write and nothing else changed',
  );
  const limiter = { verdict: 'client', why: 'client: made up' } as const;
  const factors = { http2WriteBytes: 16_384 };
  const where = { variant: 'node-http2', network: 'lossy', factors, limiter };
  const client = cells(where, { duringMs: 9 });
  expect(judge(MESSAGES_CLAIM, dataOf([lossy], client)).why).toBe(
    'needs 10 rounds of node-http2 in download (text, http2-write=16k) and has 0, not counting 12 limited by the client',
  );
});

test('a lower bound counts only in the direction in which it is certain', () => {
  const [http2, http3] = messages(1_000, 2);
  const judged = (data: (typeof http2)[number][]) => judge(MESSAGES_CLAIM, dataOf([lossy], data));
  // HTTP/2 did worse than its bound says: still a round in favour.
  const slower = http2.map((cell, round) => (round < 8 ? lost(cell) : cell));
  const favoured = judged([...slower, ...http3]);
  expect(favoured.supported?.p).toBe(2 ** -12);
  expect(favoured.evidence[0]).toMatchObject({ bound: '≥', high: Infinity });
  // Divided by a lower bound the ratio is an upper one.
  const worst = http3.map((cell, round) => (round < 2 ? lost(cell) : cell));
  expect(judged([...http2, ...worst]).supported?.p).toBe(79 * 2 ** -12);
  // Of both it is nothing.
  expect(judged([...http2.map(lost), ...http3.map(lost)])).toMatchObject({
    verdict: 'inconclusive',
    supported: { p: 1 },
    contradicted: { p: 1 },
    evidence: [{ value: null, low: -Infinity, high: Infinity }, { value: 1 }, {}, {}],
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
            { aloneMs: ms, duringMs: 2 * ms },
            'download',
            factors,
          ),
          ...cells({ variant: 'caddy-http3', network }, {}),
        ]),
      ),
    );
  expect(judged(alone, 100, 150)).toMatchObject({
    verdict: 'supported',
    why: 'WebSocket ÷ HTTP/3 is 1.00 without losses, 1.50 with them',
  });
  expect(judged(alone, 150, 300).verdict).toBe('contradicted');
  expect(judged(alone, 100, 100).why).toMatch(/: not behind with them$/);
  // Beside the bulk the same WebSocket is behind without losses, too.
  expect(judged(beside, 100, 150).why).toMatch(/is 2\.00 without .*: behind without losses, too$/);
  // Rounds on both sides: WebSocket is behind without losses in some, not behind with them in others.
  const scattered = CLAIM_FACTORS.map((_, round) => [0.5, 1, 2][round % 3] ?? 1);
  expect(judged(alone, 100, 150, scattered).verdict).toBe('inconclusive');
  const unlike = networkOf('unlike', { delayMs: 10 });
  expect(judge(alone, dataOf([unlike, lossy], [])).why).toBe(
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
          return [
            ...cells({ variant: 'node-http2', network: id }, { mbps: 10 }),
            ...cells({ variant: 'caddy-http3', network: id }, { mbps: http3 }),
          ];
        }),
      ),
    );
  expect(judged(9, 6)).toMatchObject({
    verdict: 'supported',
    why: 'HTTP/3 ÷ HTTP/2 is 0.90 over slow, 0.60 over fast',
  });
  expect(judged(6, 9).verdict).toBe('contradicted');
  expect(judged(14, 12).why).toMatch(/: no deficit$/);
  expect(judged(9, 9).verdict).toBe('inconclusive');
  expect(judged(9, 6, [slow]).why).toMatch(/^needs networks without losses that differ/);
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
          cells({ variant: 'node-http2', network: 'n', factors }, { mbps }, 'upload'),
        ),
      ),
    );
  expect(judged(5, 15).verdict).toBe('supported');
  expect(judged(5, 15).evidence[0]?.value).toBeCloseTo(5 / 5.2428, 4);
  expect(judged(8, 15).verdict).toBe('contradicted');
  expect(judged(4, 4).why).toMatch(/: something else bounds it$/);
  expect(judged(5, null)).toMatchObject({ verdict: 'inconclusive', supported: null });
  expect(judged(5, null).why).toMatch(/; no larger window beside it$/);
  expect(judged(8, null).verdict).toBe('contradicted');
  expect(judged(5, null).evidence).toHaveLength(1);
  expect(judged(5, 15, 6_000).why).toMatch(/^needs a network whose upload carries more than/);
});

test('quic-go under Reno’s ceiling, and above', () => {
  // 1.2247 · 1411 · 8 ÷ (100 ms · √0.01) = 1.3825 Mbit/s.
  const ran = (laterMbps: number, seconds: number) =>
    cells({ variant: 'caddy-http3', network: 'lossy' }, { mbps: 9, laterMbps, seconds });
  const judged = (data: ReturnType<typeof ran>, network = lossy) =>
    judge(RENO_CLAIM, dataOf([network], data));
  expect(judged(ran(1.2, 60))).toMatchObject({
    verdict: 'supported',
    why: 'the download reaches 0.87 of the ceiling',
  });
  expect(judged(ran(1.2, 60)).evidence[1]?.value).toBeCloseTo(1.2 / 1.38249, 4);
  expect(judged(ran(1.8, 60)).verdict).toBe('contradicted');
  expect(judged(ran(1.38, 60)).verdict).toBe('inconclusive');
  expect(judged([], clean).why).toMatch(/^needs a network with losses whose download carries/);

  // Of few losses the start of a transfer shows, which is no mean: 1.8 · 10 s ÷ (8 · 1448) · 1 % = 16.
  const short = ran(1.8, 20);
  expect(judged(short).why).toBe(
    'needs 30 expected losses after the first ten seconds of 10 rounds and has 0 such rounds: a longer --transfer-time',
  );
  // Each connection by its own transfer, not by what was configured: two that are too short show nothing.
  const two = [...short.slice(0, 2), ...ran(1.8, 60).slice(2)];
  expect(judged(two)).toMatchObject({ contradicted: { p: 79 * 2 ** -12 }, supported: { p: 1 } });
  expect(judged(ran(1.8, 10)).why).toMatch(/^needs goodput-later of caddy-http3/);
});
