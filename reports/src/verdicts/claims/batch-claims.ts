import { blocksAt } from '@holbench/results/block';
import type { PayloadKind } from '@holbench/results/sample';
import type { Workload } from '@holbench/results/workload';
import { unlimited } from '@holbench/scenarios/claims/link-conditions';
import type { Protocol } from '@holbench/variants/protocols';
import { VARIANTS } from '@holbench/variants/registry';
import type { Claim, Evidence, Measured, Tested } from './claim.ts';
import { PLAIN, type Tries } from './claim-run.ts';
import { evidenceOf, inWords, numbersOf } from './evidence.ts';
import { allOf, attempt, below, type Hypothesis, NotTested, oneOf } from './hypothesis.ts';
import { ratio, type ClaimRound } from './claim-rounds.ts';

/** Which transport is first or last, each by its fastest variant. */
interface BatchOrder {
  readonly protocol: Extract<Protocol, 'websocket' | 'h3'>;
  readonly place: 'fastest' | 'slowest';
  readonly scenario: '1a' | '2c';
  readonly kind: PayloadKind;
  /** Batches that the claim names. */
  readonly sizes?: readonly number[];
}

/** What the reference's tables 1 to 4 say of transports. */
const BATCH_ORDERS: readonly BatchOrder[] = [
  { protocol: 'websocket', place: 'fastest', scenario: '1a', kind: 'text', sizes: [10, 100] },
  { protocol: 'websocket', place: 'fastest', scenario: '2c', kind: 'text', sizes: [10, 100] },
  { protocol: 'websocket', place: 'slowest', scenario: '1a', kind: 'binary' },
  { protocol: 'h3', place: 'slowest', scenario: '2c', kind: 'text' },
  { protocol: 'h3', place: 'slowest', scenario: '2c', kind: 'binary' },
];

/** The variants of each protocol that the reference is of. */
const BATCH_VARIANTS: ReadonlyMap<Protocol, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      VARIANTS.filter(({ group }) => group === 'default'),
      ({ protocol }) => protocol,
    ),
  ].map(([protocol, own]) => [protocol, own.map(({ id }) => id)]),
);

const WORDS = {
  websocket: 'WebSocket',
  h3: 'HTTP/3 behind a proxy',
  '1a': 'loading',
  '2c': 'creating',
  text: 'text',
  binary: 'files',
} as const;

export const BATCH_CLAIMS = BATCH_ORDERS.map((order): Claim => {
  const { protocol, place, scenario, kind, sizes } = order;
  const size = sizes === undefined ? '' : `, in batches of ${sizes.join(' to ')}`;
  const than = place === 'fastest' ? 'faster than it' : 'slower than it';
  return {
    run: {
      id: `reference-${scenario}-${kind}-${protocol}-${place}`,
      scenario,
      kind,
      cells: [...BATCH_VARIANTS.values()].map((variants) => ({ variants })),
      networks: [PLAIN],
      // An order may be contradicted by each size and each transport: six times the p.
      rounds: 12,
      over: unlimited,
      needs: 'a network without delay, rate or losses, such as ideal',
      fits: (workload) => missingBatches(order, workload).length === 0,
      tries: (workload) => triesOf(order, workload),
    },
    claim: `${WORDS[protocol]} is ${place} for ${WORDS[scenario]} ${WORDS[kind]}${size}.`,
    by: 'published',
    sources: [
      {
        text: 'ayewo and others: Microbenchmark of WebSockets vs HTTP2/3 + SSE (classic-jazz issue 301), 2024',
        url: 'https://github.com/garden-co/classic-jazz/issues/301',
      },
    ],
    rule: `Each transport by its fastest ranked variant, over a network without delay, rate or losses, as the reference’s is not stated; one is faster than another if one of its variants takes less time, by round, than each of the other’s. Supported: ${place} for every batch size. Contradicted: another is ${than} for one.`,
    check: (measured) => check(measured, order),
  };
});

/** One variant’s times of a batch. */
interface Times {
  readonly numbers: readonly ClaimRound[];
  readonly evidence: Evidence;
}

function check(measured: Measured, order: BatchOrder): Tested {
  const { scenario, kind } = order;
  const place = { network: measured.network.profile.id, scenario };
  const [block] = blocksAt(measured.data.manifest, place);
  if (!block) throw new NotTested(`needs ${scenario} (${kind}), which is not part of this run`);
  const sizes = batchesOf(order, block.workload);
  const missing = missingBatches(order, block.workload);
  if (missing.length > 0) throw new NotTested(`needs batches of ${missing.join(', ')}`);
  const bySize = sizes.map((size) => testSize(measured, size, order));
  return {
    figures: bySize.map(({ figures }) => figures).join('; '),
    evidence: bySize.flatMap(({ evidence }) => evidence),
    supported: allOf(...bySize.flatMap(({ ahead }) => ahead)),
    contradicted: oneOf(...bySize.flatMap(({ behind }) => behind)),
  };
}

function testSize(measured: Measured, size: number, order: BatchOrder) {
  const times = [...BATCH_VARIANTS].map(([protocol, variants]) => ({
    protocol,
    all: timesOf(measured, size, variants, order),
  }));
  const own = times.find(({ protocol }) => protocol === order.protocol)?.all ?? [];
  const others = times.filter(({ protocol }) => protocol !== order.protocol);
  const isFastest = order.place === 'fastest';
  const lowest = times.map(({ protocol, all }) => {
    const values = all.map(({ evidence }) => evidence);
    const [best] = values.toSorted((a, b) => (a.value ?? Infinity) - (b.value ?? Infinity));
    return `${protocol} ${best === undefined ? 'unknown' : inWords(best, 1)} ms`;
  });
  return {
    figures: `batch of ${size}: ${lowest.join(', ')}`,
    evidence: times.flatMap(({ all }) => all.map(({ evidence }) => evidence)),
    ahead: others.map(({ all }) => (isFastest ? isFaster(own, all) : isFaster(all, own))),
    behind: others.map(({ protocol, all }) => ({
      ...(isFastest ? isFaster(all, own) : isFaster(own, all)),
      remark: `: ${protocol} is ${isFastest ? 'faster' : 'slower'} for ${size}`,
    })),
  };
}

/** One of the variants takes less time than each of the others. */
function isFaster(these: readonly Times[], those: readonly Times[]): Hypothesis {
  return oneOf(
    ...these.map((one) =>
      allOf(...those.map((other) => below(ratio(one.numbers, other.numbers), 1))),
    ),
  );
}

/** Of the variants of one protocol that were measured. @throws NotTested without any. */
function timesOf(
  measured: Measured,
  size: number,
  variants: readonly string[],
  { scenario, kind }: BatchOrder,
): Times[] {
  const found = variants.map((variant) =>
    attempt(() => {
      const wanted = { variant, scenario, kind, metric: 'makespan', series: String(size) };
      const numbers = numbersOf(measured, wanted);
      return { numbers, evidence: evidenceOf(`${variant}: batch of ${size}`, 'ms', numbers) };
    }),
  );
  const ran = found.flatMap((each) => (each instanceof NotTested ? [] : [each]));
  const problem = found.find((each) => each instanceof NotTested);
  if (ran.length === 0 && problem) throw problem;
  return ran;
}

/** Sizes of the batches of a kind. */
function batchesOf({ kind }: BatchOrder, workload: Workload): number[] {
  return kind === 'text' ? workload.textBatches : workload.binaryBatches;
}

/** Sizes that a claim names and that are not moved. */
function missingBatches(order: BatchOrder, workload: Workload): number[] {
  const moved = batchesOf(order, workload);
  return (order.sizes ?? []).filter((size) => !moved.includes(size));
}

/** One transport is faster than another if one of its variants is faster than all of the other's. */
function triesOf(order: BatchOrder, workload: Workload): Tries {
  const others = [...BATCH_VARIANTS].filter(([protocol]) => protocol !== order.protocol);
  const counts = others.map(([, { length }]) => length);
  const own = BATCH_VARIANTS.get(order.protocol)?.length ?? 0;
  const ways = batchesOf(order, workload).length * others.length;
  return order.place === 'fastest'
    ? { supported: own, contradicted: ways * Math.min(...counts) }
    : { supported: Math.max(...counts), contradicted: ways * own };
}
