import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { expect, test } from 'vitest';
import { loopbackCell } from '../../fixtures/loopback-cell.ts';

const { chromium } = await findTools();

test.skipIf(!chromium)(
  `two workers share the users: each is measured once${chromium ? '' : ' (skipped: no Chromium)'}`,
  { timeout: 120_000 },
  async () => {
    const logs = await mkdtemp(join(tmpdir(), 'holbench-workers-'));
    const few = { users: 3, workers: 2, kinds: ['text'] as const };
    const { cell, samples } = await loopbackCell(
      { variants: ['node-http2'], scenarios: ['2d'], ...few },
      logs,
    );
    expect(cell.reasons).toEqual([]);
    const keys = samples.map(({ label, user, outcome }) => `${label} ${user} ${outcome.status}`);
    const expected = ['page-load', 'covalue-create'].flatMap((label) =>
      [0, 1, 2].map((user) => `${label} ${user} ok`),
    );
    expect(keys.toSorted()).toEqual(expected.toSorted());
    await rm(logs, { recursive: true });
  },
);
