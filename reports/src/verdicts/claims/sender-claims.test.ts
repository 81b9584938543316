import { expect, test } from 'vitest';
import { dataOf, freshCells, networkOf } from '../../../fixtures/claim-data.ts';
import { judgeOne as judge } from '../../../fixtures/judge-one.ts';
import { PROXY_CLAIM } from './program-claims.ts';
import { SEND_BUFFER_CLAIM, URGENT_CLAIM } from './buffer-claims.ts';

const lossy = networkOf('lossy', { down: { lossFraction: 0.01 } });
// A round trip of 100 ms.
const clean = networkOf('clean', {});
const [bbr, limit] = [{ congestionControl: 'bbr' }, { notsentLowatBytes: 16_384 }];

test('a download is much faster through Envoy, or less than a tenth', () => {
  const judged = (proxiedMbps: number, factors = bbr, network = lossy) =>
    judge(
      PROXY_CLAIM,
      dataOf(
        [clean, network],
        Object.entries({ 'node-http2': 10, 'envoy-http2': proxiedMbps }).flatMap(
          ([variant, mbps]) =>
            freshCells({ variant, network: 'lossy', factors }, { laterMbps: mbps, seconds: 40 }),
        ),
      ),
    );
  expect(judged(16)).toMatchObject({
    network: 'lossy',
    verdict: 'supported',
    why: 'with BBR the download is 1.60 times as fast through Envoy',
  });
  expect(judged(10).why).toMatch(/is 1\.00 times .*: less than a tenth faster$/);
  expect(judged(10).contradicted?.p).toBe(2 ** -12);
  // Faster, and not much.
  expect(judged(13).verdict).toBe('inconclusive');
  // A link that is nearly full without a proxy cannot support the claim.
  const narrow = networkOf('lossy', { down: { lossFraction: 0.01, rateKbps: 12_000 } });
  expect(judged(16, bbr, narrow)).toMatchObject({ verdict: 'inconclusive', supported: null });
  expect(judged(10, bbr, narrow)).toMatchObject({
    verdict: 'contradicted',
    why: 'with BBR the download is 1.00 times as fast through Envoy (10.0 of 12 Mbit/s without it leave no room for 1.5): less than a tenth faster',
  });
  // With a congestion control that stops at losses, it would be another comparison.
  expect(judged(16, { congestionControl: 'reno' }).why).toMatch(
    /^needs node-http2 in download \(text, tcp-cc=bbr\), which is /,
  );
});

test('urgent responses need both, or one is enough', () => {
  /** What messages wait in each arm more than the 100 ms of an idle connection. */
  const judged = (added: Record<'limit' | 'bbr' | 'both', number>, network = clean) =>
    judge(
      URGENT_CLAIM,
      dataOf(
        [network],
        [
          { factors: limit, ms: added.limit },
          { factors: bbr, ms: added.bbr },
          { factors: { ...bbr, ...limit }, ms: added.both },
        ].flatMap(({ factors, ms }) =>
          freshCells(
            { variant: 'caddy-http2', network: network.profile.id, factors },
            { duringMs: 100 + ms },
          ),
        ),
      ),
    );
  expect(judged({ limit: 80, bbr: 200, both: 20 })).toMatchObject({
    verdict: 'supported',
    why: 'with both a message waits 0.25 of what it does with the limit alone, 0.10 of what it does with BBR alone',
    evidence: [{ unit: 'ms' }, {}, {}, { value: 0.25 }, {}],
  });
  expect(judged({ limit: 30, bbr: 200, both: 20 }).why).toMatch(/: the limit does most of it/);
  expect(judged({ limit: 80, bbr: 25, both: 20 }).why).toMatch(/: BBR does most of it/);
  // Without a wait there is no share of it.
  expect(judged({ limit: 0, bbr: 200, both: 20 })).toMatchObject({
    verdict: 'inconclusive',
    supported: { p: 1 },
    contradicted: { p: 1 },
  });
  const needed = /^needs a network without losses, with a rate and a round trip of 10 ms or more$/;
  expect(judged({ limit: 80, bbr: 200, both: 20 }, lossy).why).toMatch(needed);
  const open = networkOf('open', { down: { rateKbps: null } });
  expect(judged({ limit: 80, bbr: 200, both: 20 }, open).why).toMatch(needed);
});

test('a short send buffer brings messages a round trip earlier, with both servers', () => {
  /** A message takes 400 ms, and with the limit so many ms less. */
  const judged = (earlier: Readonly<Record<string, number>>) =>
    judge(
      SEND_BUFFER_CLAIM,
      dataOf(
        [clean],
        Object.entries(earlier).flatMap(([variant, ms]) => [
          ...freshCells({ variant, network: 'clean' }, { duringMs: 400 }),
          ...freshCells({ variant, network: 'clean', factors: limit }, { duringMs: 400 - ms }),
        ]),
      ),
    );
  const supported = judged({ 'caddy-http2': 250, 'node-ws': 120 });
  expect(supported).toMatchObject({
    verdict: 'supported',
    why: 'messages come earlier by 2.50 round trips with caddy-http2, 1.20 round trips with node-ws',
    supported: { p: 2 ** -12 },
  });
  expect(supported.evidence.map(({ what, value }) => [what, Math.round(value ?? 0)])).toEqual([
    ['caddy-http2: earlier in the first seconds by', 3],
    ['node-ws: earlier in the first seconds by', 1],
  ]);
  expect(judged({ 'caddy-http2': 250, 'node-ws': 80 })).toMatchObject({
    verdict: 'contradicted',
    why: expect.stringMatching(/: less than a round trip with node-ws$/),
    contradicted: { p: 2 * 2 ** -12 },
  });
  expect(judged({ 'caddy-http2': 250 }).why).toMatch(
    /^needs node-ws in download \(text\), which is /,
  );
});
