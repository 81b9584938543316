import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { noneBackend } from '@holbench/netem/backends/none';
import { namespaceNames } from '@holbench/netem/topology/namespaces';
import { LABELS } from '@holbench/scenarios/labels';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cellOver } from '../fixtures/loopback-cell.ts';

const { chromium } = await findTools();
const whyNot = chromium === null ? 'no Chromium' : await noneBackend.whyUnavailable();
const skipped = whyNot === null ? '' : ` (skipped: ${whyNot})`;
/** One more than share a browser: there are two, one of them in a namespace of its own. */
const CROWD = [1, 26];
const SECONDS = 2;

let logs: string;
beforeEach(async () => {
  logs = await mkdtemp(join(tmpdir(), 'holbench-crowd-'));
});
afterEach(() => rm(logs, { recursive: true }));

test.skipIf(whyNot !== null)(
  `users of two browsers, one in a namespace of its own, load on schedule${skipped}`,
  { timeout: 180_000 },
  async () => {
    const overrides = {
      variants: ['node-ws'],
      scenarios: ['crowd'],
      crowd: CROWD,
      window: SECONDS,
    };
    const running = cellOver(noneBackend, overrides, logs);
    let machines = 0;
    const watching = setInterval(() => {
      machines = Math.max(machines, namespaceNames().filter(isOwnUser).length);
    }, 100);
    const { cell, samples } = await running.finally(() => clearInterval(watching));

    expect(cell).toMatchObject({ status: 'ok', valid: true, reasons: [] });
    expect(machines).toBe(1);
    expect(namespaceNames().filter(isOwnUser)).toEqual([]);
    for (const users of CROWD) {
      const own = samples.filter(({ label }) => label === LABELS.crowdLoad(users));
      const turns = own.map(({ user, index }) => `${user}/${index}`);
      expect(new Set(turns).size).toBe(users * SECONDS);
      expect(own.every(({ outcome }) => outcome.status === 'ok')).toBe(true);
    }
    expect(cell.windows.map(({ label, clients }) => [label, clients])).toEqual(
      CROWD.map((users) => ['load', users]),
    );
    expect(cell.windows.map(({ limiter }) => limiter?.verdict)).toEqual(
      CROWD.map(() => expect.any(String)),
    );
    const { tcp, wire, timeline } = cell.resources ?? {};
    // Each namespace counts its own segments; together they are what crosses the link.
    expect(tcp?.segmentsSent.client).toBeGreaterThan(0.9 * (wire?.up.sentPackets ?? Infinity));
    expect(tcp?.segmentsSent.client).toBeLessThanOrEqual(wire?.up.sentPackets ?? 0);
    expect(Math.max(...(timeline?.wireKbps?.down ?? []))).toBeGreaterThan(0);
  },
);

function isOwnUser(name: string): boolean {
  return name.startsWith(`hb-${process.pid}-`) && /-user\d+$/.test(name);
}
