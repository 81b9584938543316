import type { FanOutPhase, ProbePhase, SetUpFrom } from '@holbench/results/sample';

/** The labels of the operations that the scenarios time. */
export const LABELS = {
  /** Navigation start to the page being ready for a user, transport connected. */
  pageLoad: 'page-load',
  /** 1a and 2c: one operation of a batch of `size` started together. */
  batch: (size: number) => `batch-${size}`,
  load: 'covalue-load',
  create: 'covalue-create',
  /** 3e: the producer's mutation, from its call to its acknowledgement. */
  mutate: 'mutate',
  /** 3e: from the producer's call to one subscriber holding the event (binary: its bytes too). */
  deliver: 'deliver',
  /** 6i: a mutation on schedule, from its intended time to its acknowledgement. */
  fanOutMutate: (phase: FanOutPhase) => `mutate-${phase}`,
  /** 6i: from the same time to one subscriber that reads holding the event. */
  fanOutDeliver: (phase: FanOutPhase) => `deliver-${phase}`,
  /** 5h: navigation start to the first byte of the page, or to the first answer over its transport. */
  setUp: (from: SetUpFrom, until: 'first-byte' | 'first-message') =>
    from === 'cold' ? `setup-${until}` : `setup-${from}-${until}`,
  /** 4f, 4g: a small message; `load` of a text, or `event` from the mutation to its event. */
  probe: (phase: ProbePhase, what: 'load' | 'event') => `probe-${phase}-${what}`,
  /** 4f, 4g: one file of the bulk. */
  bulk: (phase: ProbePhase) => `bulk-${phase}`,
  /** floor: one file from the transport's floor, or from the variant. */
  floor: 'floor',
  variant: 'variant',
  /** memory-stall: from the request of a file to the head of the answer, of which no more is read. */
  stall: 'stall',
  /** memory-upload: one file. */
  upload: 'upload',
} as const;
