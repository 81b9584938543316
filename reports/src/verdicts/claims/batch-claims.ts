import type { PayloadKind } from '@holbench/results/sample';
import { VARIANTS } from '@holbench/variants/registry';
import {
  attempt,
  type Claim,
  type Evidence,
  judged,
  type Judgement,
  type Measured,
  NotTestable,
} from './claim.ts';
import { evidenceOf, isMore, pointsOf } from './evidence.ts';
import { isLossy, rttMs } from './link.ts';

/** Which transport is first or last. */
interface Order {
  readonly protocol: 'websocket' | 'h3';
  readonly place: 'fastest' | 'slowest';
  readonly scenario: '1a' | '2c';
  readonly kind: PayloadKind;
  /** Batches that the claim names. */
  readonly sizes?: readonly number[];
}

/** What the reference's tables 1 to 4 say of transports. */
const ORDERS: readonly Order[] = [
  { protocol: 'websocket', place: 'fastest', scenario: '1a', kind: 'text', sizes: [10, 100] },
  { protocol: 'websocket', place: 'fastest', scenario: '2c', kind: 'text', sizes: [10, 100] },
  { protocol: 'websocket', place: 'slowest', scenario: '1a', kind: 'binary' },
  { protocol: 'h3', place: 'slowest', scenario: '2c', kind: 'text' },
  { protocol: 'h3', place: 'slowest', scenario: '2c', kind: 'binary' },
];

const WORDS = {
  websocket: 'WebSocket',
  h3: 'HTTP/3 behind a proxy',
  '1a': 'loading',
  '2c': 'creating',
  text: 'text',
  binary: 'files',
} as const;

export const BATCH_CLAIMS = ORDERS.map((order): Claim => {
  const { protocol, place, scenario, kind, sizes } = order;
  const size = sizes === undefined ? '' : `, in batches of ${sizes.join(' to ')}`;
  return {
    id: `reference-${scenario}-${kind}-${protocol}-${place}`,
    claim: `${WORDS[protocol]} is ${place} for ${WORDS[scenario]} ${WORDS[kind]}${size}.`,
    sources: [
      {
        text: 'ayewo and others: Microbenchmark of WebSockets vs HTTP2/3 + SSE (classic-jazz issue 301), 2024',
        url: 'https://github.com/garden-co/classic-jazz/issues/301',
      },
    ],
    rule: `Each transport by its fastest ranked variant, over a network without delay, rate or losses, as the reference’s is not stated. Reproduced: ${place} for every batch size, by intervals. Refuted: another is ${place === 'fastest' ? 'faster' : 'slower'} for one.`,
    command: `pnpm bench --scenarios ${scenario} --networks ideal --kinds ${kind} --rounds 4`,
    needs: 'a network without delay, rate or losses, such as ideal',
    check: (measured) => check(measured, order),
  };
});

function check(measured: Measured, order: Order): Judgement | null {
  const { profile, workload } = measured.network;
  const hasRate = profile.down.rateKbps !== null || profile.up.rateKbps !== null;
  if (rttMs(profile) !== 0 || isLossy(profile) || hasRate) return null;
  const sizes = order.kind === 'text' ? workload.textBatches : workload.binaryBatches;
  const missing = (order.sizes ?? []).filter((size) => !sizes.includes(size));
  if (missing.length > 0) throw new NotTestable(`needs batches of ${missing.join(', ')}`);
  const bySize = sizes.map((size) => judgeSize(measured, size, order));
  const verdict =
    bySize.find((each) => each.verdict === 'refuted')?.verdict ??
    (bySize.every((each) => each.verdict === 'reproduced') ? 'reproduced' : 'not testable');
  const said = bySize.filter((each) => each.verdict === verdict).map(({ why }) => why);
  return { verdict, why: said.join('; '), evidence: bySize.flatMap(({ evidence }) => evidence) };
}

function judgeSize(measured: Measured, size: number, order: Order): Judgement {
  const protocols = new Set(VARIANTS.map((variant) => variant.protocol));
  const best = [...protocols].map((protocol) => ({
    protocol,
    ...fastest(measured, size, protocol, order),
  }));
  const own = best.filter(({ protocol }) => protocol === order.protocol);
  const others = best.filter((each) => !own.includes(each));
  const isAhead = (a: Evidence, b: Evidence) =>
    order.place === 'fastest' ? isMore(b, a) : isMore(a, b);
  const times = best.map(({ protocol, value }) => `${protocol} ${value.toFixed(1)} ms`);
  return judged(`batch of ${size}: ${times.join(', ')}`, best, [
    [own.some((one) => others.some((other) => isAhead(other, one))), 'refuted'],
    [own.every((one) => others.every((other) => isAhead(one, other))), 'reproduced'],
    [true, 'not testable', ': the intervals are not apart, needs more rounds'],
  ]);
}

/** Of the default variants of one protocol, of which the reference is, that with the lowest median. */
function fastest(
  measured: Measured,
  size: number,
  protocol: string,
  { scenario, kind }: Order,
): Evidence {
  const own = VARIANTS.filter((each) => each.protocol === protocol && each.group === 'default');
  const found = own.map(({ id: variant }) =>
    attempt(() => {
      const wanted = { variant, scenario, kind, metric: 'makespan', series: String(size) };
      return evidenceOf(`${variant}: batch of ${size}`, 'ms', pointsOf(measured, wanted));
    }),
  );
  const ran = found.flatMap((each) => (each instanceof NotTestable ? [] : [each]));
  const [best] = ran.toSorted((a, b) => a.value - b.value);
  if (best) return best;
  const problem = found.find((each) => each instanceof NotTestable);
  throw problem ?? new NotTestable(`needs a variant over ${protocol}`);
}
