import { totalmem } from 'node:os';
import { UserError } from '@holbench/process/user-error';
import type { Browser } from 'playwright-core';
import type { CellRun, LabPage } from './port/cell-run.ts';
import type { PageFunctions } from './port/holbench-page.ts';

/** Pages that open side by side; with more, openings would time out. */
const AT_ONCE = 5;

const GIB = 1024 ** 3;
/** A page with its own browser context and renderer: 63 MiB with 100 of them. */
const BYTES_PER_PAGE = 64 * 1024 ** 2;
/** Memory for everything else. */
const BYTES_BESIDE = 2 * GIB;

/**
 * Opens `count` pages, a few at a time.
 * @throws UserError on a machine without the memory for them.
 */
export async function openPages<Functions extends PageFunctions>(
  run: CellRun,
  browser: Browser,
  count: number,
): Promise<LabPage<Functions>[]> {
  assertMemoryFor(count);
  const pages: LabPage<Functions>[] = [];
  while (pages.length < count) {
    const next = Math.min(AT_ONCE, count - pages.length);
    const open = () => run.openPage<Functions>(browser);
    pages.push(...(await Promise.all(Array.from({ length: next }, open))));
  }
  return pages;
}

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
