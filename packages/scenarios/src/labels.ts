import type { ProbePhase } from '@holbench/results/sample';

/**
 * connect: what a page had to begin with. `cold`: a browser that knew nothing of the server; `resumed`:
 * new connections of one that has the session tickets of earlier ones; `0rtt`: the same, and the
 * request was sent before the handshake was done.
 */
export type SetUpFrom = 'cold' | 'resumed' | '0rtt';

/** The labels of the operations that scenarios time, as far as others read them, such as the report. */
export const LABELS = {
  /** Navigation start to the page being ready for a user, transport connected. */
  pageLoad: 'page-load',
  /** 1a and 2c: one operation of a batch of `size` started together. */
  batch: (size: number) => `batch-${size}`,
  load: 'covalue-load',
  create: 'covalue-create',
  /** 3e: the producer's mutation, from its call to its acknowledgement. */
  mutate: 'mutate',
  /** bursts: one of a burst, until its answer; its event at the subscriber; the same event again. */
  write: 'write',
  arrival: 'write-arrival',
  arrivalAgain: 'write-arrival-again',
  /** 3e: from the producer's call to one subscriber holding the event (binary: its bytes too). */
  deliver: 'deliver',
  /** connect: navigation start to the first byte of the page, or to the first answer over its transport. */
  setUp: (from: SetUpFrom, until: 'first-byte' | 'first-message') =>
    from === 'cold' ? `setup-${until}` : `setup-${from}-${until}`,
  /**
   * download, upload: a small message of a fresh connection; `load` of a text, `event` from the mutation to its event, or
   * `ping` of the WebSocket protocol, from the server to its pong.
   */
  probe: (phase: ProbePhase, what: 'load' | 'event' | 'ping') => `fresh-${phase}-${what}`,
  /** download, upload: one file of the bulk. */
  bulk: (phase: ProbePhase) => `bulk-${phase}`,
} as const;
