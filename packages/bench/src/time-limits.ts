import type { PayloadKind } from '@holbench/results/sample';
import type { Configuration } from './configuration.ts';

const MIB = 1024 * 1024;

/**
 * Longest time that an operation may take, in milliseconds, before it has failed as `timeout`:
 * 30 s, and for a file 5 s per MiB more, which lets a hundred of them share 20 MiB/s.
 */
export function operationTimeoutMs(kind: PayloadKind, { fileBytes }: Configuration): number {
  return 30_000 + (kind === 'binary' ? Math.ceil(fileBytes / MIB) * 5_000 : 0);
}

/**
 * Longest time that a cell may take, in milliseconds, before it is ended as hung: every batch with
 * its time-out, and the start of its processes. Operations time out by themselves long before.
 */
export function cellDeadlineMs(kind: PayloadKind, configuration: Configuration): number {
  const batches = kind === 'text' ? configuration.textBatches : configuration.binaryBatches;
  const operations = (batches.length + 1) * operationTimeoutMs(kind, configuration);
  return 60_000 + configuration.arrivalSeconds * 1_000 + operations;
}
