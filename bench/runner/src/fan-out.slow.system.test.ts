import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { findTools } from '@holbench/harness/tools';
import { type FanOutPhase, LABELS } from '@holbench/scenarios/labels';
import { variant as variantOf } from '@holbench/variants/registry';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackCell } from '../fixtures/loopback-cell.ts';
import type { CellResult } from './cell-result.ts';

const tools = await findTools();
const TIMEOUT_MS = 90_000;
const SUBSCRIBERS = 3;
const WINDOW_SECONDS = 1;

let logs: string;
beforeEach(async () => {
  logs = await mkdtemp(join(tmpdir(), 'holbench-fan-out-'));
});
afterEach(() => rm(logs, { recursive: true }));

/** One cell of stalled-reader over loopback. */
function fanOutCell(variant: string, overflow: string): Promise<CellResult> {
  return loopbackCell(
    {
      variants: [variant],
      scenarios: ['stalled-reader'],
      fanOut: [SUBSCRIBERS],
      window: WINDOW_SECONDS,
      factors: { overflow },
    },
    logs,
  );
}

/** How long each event took to each subscriber that reads, in ms; fails with the first that never came. */
function deliveries({ samples }: CellResult, phase: FanOutPhase): number[] {
  return samples
    .filter(({ label, warmup }) => label === LABELS.fanOutDeliver(phase) && !warmup)
    .map(({ outcome }) => {
      if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome));
      return outcome.durationMs;
    });
}

function skipped(variant: string): string | null {
  return tools.chromium ? whyUnsupported(variantOf(variant), tools) : 'no Chromium';
}

describe.each(['node-ws', 'node-http1', 'node-http2', 'caddy-http3'])('over %s', (variant) => {
  test.skipIf(skipped(variant) !== null)(
    'back-pressure of one that stops reading reaches the server, and the others wait for nothing',
    { timeout: TIMEOUT_MS },
    async () => {
      const result = await fanOutCell(variant, 'drop-oldest');
      const { cell } = result;
      expect([cell.cell, cell.status, cell.reasons]).toEqual([
        `ideal/${variant}/stalled-reader-text-${SUBSCRIBERS}/0`,
        'ok',
        [],
      ]);
      expect(cell.server?.droppedEvents).toBeGreaterThan(0);
      const [before, after] = [deliveries(result, 'before'), deliveries(result, 'after')];
      expect(after.length).toBe((before.length * (SUBSCRIBERS - 1)) / SUBSCRIBERS);
      expect(Math.max(...after)).toBeLessThan(1_000);
    },
  );
});

test.skipIf(skipped('node-http1') !== null)(
  'with block the others wait until it reads on, nothing is dropped, and it ends',
  { timeout: TIMEOUT_MS },
  async () => {
    const result = await fanOutCell('node-http1', 'block');
    expect([result.cell.status, result.cell.reasons]).toEqual(['ok', []]);
    expect(result.cell.server?.droppedEvents).toBe(0);
    expect(Math.max(...deliveries(result, 'before'))).toBeLessThan(1_000);
    // The first of the window waits for all of it, the last for next to nothing of it.
    const after = deliveries(result, 'after');
    expect(Math.max(...after)).toBeGreaterThan(800 * WINDOW_SECONDS);
    expect(Math.max(...after)).toBeLessThan(10_000);
  },
);
