import { totalmem } from 'node:os';
import { UserError } from '@holbench/process/user-error';

const GIB = 1024 ** 3;
/** A page with its own browser context and renderer: 63 MiB with 100 of them. */
const BYTES_PER_PAGE = 64 * 1024 ** 2;
/** Memory for everything else. */
const BYTES_BESIDE = 2 * GIB;

/** @throws UserError on a machine without the memory for so many pages. */
export function assertMemoryFor(count: number): void {
  const neededBytes = BYTES_BESIDE + count * BYTES_PER_PAGE;
  if (totalmem() < neededBytes) {
    const gib = (bytes: number): string => (bytes / GIB).toFixed(1);
    throw new UserError(
      `${count} pages need ${gib(neededBytes)} GiB of memory, and this machine has ${gib(totalmem())}: choose fewer with --tabs`,
    );
  }
}
