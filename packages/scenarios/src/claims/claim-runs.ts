import type { Workload } from '@holbench/results/workload';
import {
  BATCH_ORDERS,
  BATCH_VARIANTS,
  batchClaimId,
  batchesOf,
  missingBatches,
  type BatchOrder,
} from './batch-orders.ts';
import { type ClaimNetwork, type ClaimRun, RENO_LOSSES, type Tries } from './claim-run.ts';
import {
  aboveHttp2Window,
  aboveReno,
  besideLossless,
  besideSlower,
  canFillItsQueue,
  FAST_KBPS,
  HTTP2_WINDOW_BYTES,
  LEAST_RTT_MS,
  ROOM,
  unlimited,
  withLosses,
  withRoundTrip,
} from './link-conditions.ts';

const CLEAN: ClaimNetwork = { name: 'reference-4g', options: { loss: '0%' }, windowSeconds: 12 };
/** Without a transfer, 26 s have 104 messages, so that losses meet some of them. */
const LOSSY: ClaimNetwork = {
  name: 'reference-4g',
  options: { loss: '1%' },
  windowSeconds: 26,
  // A few more, because the report counts them in complete bins.
  windowLosses: RENO_LOSSES + 3,
};
const PLAIN: ClaimNetwork = { name: 'ideal', windowSeconds: 12 };
/** Beside the same without a rate. A queue of one bandwidth-delay product would be four packets. */
const SLOW: ClaimNetwork = {
  name: 'ideal',
  options: { down: '20mbit', queue: '100p' },
  windowSeconds: 12,
};
/** Thousands of operations in each second. */
const LOOPBACK: ClaimNetwork = { name: 'loopback', windowSeconds: 1 };

/**
 * With 32 tests in a report the smallest p must reach 0.0016: eleven rounds that agree have 0.0005, and
 * may pay for a hypothesis with two sides.
 */
const ROUNDS = 11;
/** An order may be contradicted by each size and each transport: six times the p. */
const BATCH_ROUNDS = 12;

const only = (...variants: string[]) => variants.map((variant) => ({ variants: [variant] }));
const oneSided = (): Tries => ({ supported: 1, contradicted: 1 });
/** It holds if all of its parts do, and fails if one of two does. */
const twoSided = (): Tries => ({ supported: 1, contradicted: 2 });

const BBR = { flag: 'tcp-cc', value: 'bbr' };
const SHORT_BUFFER = { flag: 'notsent-lowat', value: '16k' };

const FILLED = `a network without losses, with a rate and a round trip of ${LEAST_RTT_MS} ms or more`;

const UNDER_LOSS = {
  scenario: 'download',
  kind: 'text',
  cells: only('node-ws', 'caddy-http3'),
  networks: [CLEAN, LOSSY],
  rounds: ROUNDS,
  over: besideLossless,
  needs: 'two networks that differ in their losses alone',
  tries: twoSided,
} as const;

/** The cells that test each claim of the report (reports/src/verdicts/claims). */
export const CLAIM_RUNS: readonly ClaimRun[] = [
  {
    id: 'quic-saves-a-round-trip',
    scenario: 'connect',
    kind: 'text',
    cells: only('node-http2', 'caddy-http3'),
    networks: [CLEAN],
    rounds: ROUNDS,
    over: withRoundTrip,
    needs: `a network with a round trip of ${LEAST_RTT_MS} ms or more`,
    tries: twoSided,
  },
  {
    id: 'messages-more-than-bulk',
    scenario: 'download',
    kind: 'text',
    cells: [
      { variants: ['node-http2'], changes: [{ flag: 'http2-write', value: '16k' }] },
      ...only('caddy-http3'),
    ],
    networks: [LOSSY],
    rounds: ROUNDS,
    over: withLosses,
    needs: 'a network with losses',
    tries: twoSided,
  },
  { id: 'websocket-behind-under-loss', ...UNDER_LOSS },
  { id: 'websocket-behind-under-loss-beside-bulk', ...UNDER_LOSS },
  {
    id: 'http3-deficit-grows',
    scenario: 'download',
    kind: 'text',
    cells: only('node-http2', 'caddy-http3'),
    networks: [SLOW, PLAIN],
    rounds: ROUNDS,
    over: besideSlower,
    needs: `networks without losses that differ in their rates alone, one of them with ${FAST_KBPS / 1000} Mbit/s or more`,
    tries: twoSided,
  },
  {
    id: 'http2-window-bounds-uploads',
    scenario: 'upload',
    kind: 'text',
    cells: [
      ...only('node-http2'),
      { variants: ['node-http2'], changes: [{ flag: 'http2-window', value: '1m' }] },
    ],
    networks: [CLEAN],
    rounds: ROUNDS,
    over: aboveHttp2Window,
    needs: `a network whose upload carries more than ${ROOM} × ${HTTP2_WINDOW_BYTES} bytes per round trip`,
    tries: twoSided,
  },
  {
    id: 'quic-go-reno-ceiling',
    scenario: 'download',
    kind: 'text',
    cells: only('caddy-http3'),
    networks: [LOSSY],
    rounds: ROUNDS,
    over: aboveReno,
    needs: `a network with losses whose download carries more than ${ROOM} × the ceiling`,
    tries: oneSided,
  },
  {
    id: 'proxy-speeds-up-http2',
    scenario: 'download',
    kind: 'text',
    cells: only('node-http2', 'envoy-http2').map((own) => ({ ...own, changes: [BBR] })),
    networks: [LOSSY],
    rounds: ROUNDS,
    over: withLosses,
    needs: 'a network with losses',
    tries: oneSided,
  },
  {
    id: 'urgent-needs-bbr-and-short-buffer',
    scenario: 'download',
    kind: 'text',
    cells: [[SHORT_BUFFER], [BBR], [BBR, SHORT_BUFFER]].map((changes) => ({
      variants: ['caddy-http2'],
      changes,
    })),
    networks: [CLEAN],
    rounds: ROUNDS,
    over: canFillItsQueue,
    needs: FILLED,
    tries: twoSided,
  },
  {
    id: 'send-buffer-delays-urgent',
    scenario: 'download',
    kind: 'text',
    cells: only('caddy-http2', 'node-ws').flatMap((own) => [
      own,
      { ...own, changes: [SHORT_BUFFER] },
    ]),
    networks: [CLEAN],
    rounds: ROUNDS,
    over: canFillItsQueue,
    needs: FILLED,
    tries: twoSided,
  },
  ...BATCH_ORDERS.map((order): ClaimRun => ({
    id: batchClaimId(order),
    scenario: order.scenario,
    kind: order.kind,
    cells: [...BATCH_VARIANTS.values()].map((variants) => ({ variants })),
    networks: [PLAIN],
    rounds: BATCH_ROUNDS,
    over: unlimited,
    needs: 'a network without delay, rate or losses, such as ideal',
    fits: (workload) => missingBatches(order, workload).length === 0,
    tries: (workload) => triesOf(order, workload),
  })),
  {
    id: 'uws-times-fastify',
    scenario: 'throughput',
    kind: 'text',
    cells: only('node-http1', 'uws-http1'),
    networks: [LOOPBACK],
    rounds: ROUNDS,
    over: unlimited,
    needs: 'a network without delay, rate or losses, such as loopback',
    tries: oneSided,
  },
];

/** @throws Error for an unknown one. */
export function claimRun(id: string): ClaimRun {
  const found = CLAIM_RUNS.find((run) => run.id === id);
  if (!found) throw new Error(`no run tests the claim ${id}`);
  return found;
}

/** One transport is faster than another if one of its variants is faster than all of the other's. */
function triesOf(order: BatchOrder, workload: Workload): Tries {
  const variantsOf = (protocol: BatchOrder['protocol']) =>
    BATCH_VARIANTS.get(protocol)?.length ?? 0;
  const others = [...BATCH_VARIANTS].filter(([protocol]) => protocol !== order.protocol);
  const counts = others.map(([, { length }]) => length);
  const own = variantsOf(order.protocol);
  const ways = batchesOf(order, workload).length * others.length;
  return order.place === 'fastest'
    ? { supported: own, contradicted: ways * Math.min(...counts) }
    : { supported: Math.max(...counts), contradicted: ways * own };
}
