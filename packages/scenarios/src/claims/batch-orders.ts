import type { PayloadKind } from '@holbench/results/sample';
import type { Protocol } from '@holbench/variants/protocols';
import { VARIANTS } from '@holbench/variants/registry';

/** Which transport is first or last, each by its fastest variant. */
export interface BatchOrder {
  readonly protocol: Extract<Protocol, 'websocket' | 'h3'>;
  readonly place: 'fastest' | 'slowest';
  readonly scenario: '1a' | '2c';
  readonly kind: PayloadKind;
  /** Batches that the claim names. */
  readonly sizes?: readonly number[];
}

/** What the reference's tables 1 to 4 say of transports. */
export const BATCH_ORDERS: readonly BatchOrder[] = [
  { protocol: 'websocket', place: 'fastest', scenario: '1a', kind: 'text', sizes: [10, 100] },
  { protocol: 'websocket', place: 'fastest', scenario: '2c', kind: 'text', sizes: [10, 100] },
  { protocol: 'websocket', place: 'slowest', scenario: '1a', kind: 'binary' },
  { protocol: 'h3', place: 'slowest', scenario: '2c', kind: 'text' },
  { protocol: 'h3', place: 'slowest', scenario: '2c', kind: 'binary' },
];

export function batchClaimId({ protocol, place, scenario, kind }: BatchOrder): string {
  return `reference-${scenario}-${kind}-${protocol}-${place}`;
}

/** The variants of each protocol that the reference is of. */
export const BATCH_VARIANTS: ReadonlyMap<Protocol, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      VARIANTS.filter(({ group }) => group === 'default'),
      ({ protocol }) => protocol,
    ),
  ].map(([protocol, own]) => [protocol, own.map(({ id }) => id)]),
);

/** Sizes of the batches of a kind. */
export function batchesOf(
  { kind }: Pick<BatchOrder, 'kind'>,
  workload: Readonly<Record<'textBatches' | 'binaryBatches', number[]>>,
): number[] {
  return kind === 'text' ? workload.textBatches : workload.binaryBatches;
}

/** Sizes that a claim names and that are not moved. */
export function missingBatches(
  order: BatchOrder,
  workload: Parameters<typeof batchesOf>[1],
): number[] {
  const moved = batchesOf(order, workload);
  return (order.sizes ?? []).filter((size) => !moved.includes(size));
}
