import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { noneBackend } from '@holbench/netem/backends/none';
import { namespaceNames } from '@holbench/netem/topology/namespaces';
import { runTool } from '@holbench/process/run-tool';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cellOver } from '../../fixtures/loopback-cell.ts';

const { chromium } = await findTools();
const whyNot = chromium === null ? 'no Chromium' : await noneBackend.whyUnavailable();
const skipped = whyNot === null ? '' : ` (skipped: ${whyNot})`;

let logs: string;
beforeEach(async () => {
  logs = await mkdtemp(join(tmpdir(), 'holbench-users-'));
});
afterEach(() => rm(logs, { recursive: true }));

test.skipIf(whyNot !== null)(
  `users of Artillery, at the client's side of a link, are each measured once${skipped}`,
  { timeout: 120_000 },
  async () => {
    const few = { users: 3, kinds: ['text'] as const };
    const overrides = { variants: ['node-http2'], scenarios: ['2d'], ...few };
    const running = cellOver(noneBackend, overrides, logs);
    const places = new Set<string>();
    const watching = setInterval(() => void findBrowsers(places), 100);
    const { cell, samples } = await running.finally(() => clearInterval(watching));
    expect(cell.reasons).toEqual([]);
    const keys = samples.map(({ label, user, outcome }) => `${label} ${user} ${outcome.status}`);
    const expected = ['page-load', 'covalue-create'].flatMap((label) =>
      [0, 1, 2].map((user) => `${label} ${user} ok`),
    );
    expect(keys.toSorted()).toEqual(expected.toSorted());
    expect([...places]).toEqual(['client']);
  },
);

/** Adds the roles of this process's namespaces in which a browser runs. */
async function findBrowsers(places: Set<string>): Promise<void> {
  for (const name of namespaceNames()) {
    const [, role] = new RegExp(`^hb-${process.pid}-.*-(\\w+)$`).exec(name) ?? [];
    if (role === undefined || places.has(role)) continue;
    // It may end meanwhile.
    const pids = await runTool('ip', ['netns', 'pids', name]).catch(() => '');
    for (const pid of pids.split('\n').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('--user-data-dir=')) places.add(role);
    }
  }
}
