import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { profileNamed } from '@holbench/netem/profiles';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runConfiguration } from '../../fixtures/run-configuration.ts';
import { configure } from '../configure.ts';
import { Sibling } from './siblings.ts';

const tools = await findTools();
const choice = await chooseBackend(profileNamed('reference-4g'));
const noLink = choice.backend === null ? choice.why : null;
const missing = tools.chromium === null ? 'no Chromium' : noLink;
const skipped = missing === null ? '' : ` (skipped: ${missing})`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-side-by-side-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

interface Span {
  readonly sibling: Sibling;
  readonly what: 'setUp' | 'measure';
  readonly fromMs: number;
  toMs: number;
}

/** Notes when the work of every set-up and every window began and ended; the real ones run. */
function watchSpans(): Span[] {
  const spans: Span[] = [];
  for (const what of ['setUp', 'measure'] as const) {
    // oxlint-disable-next-line typescript/unbound-method -- called on its sibling below
    const real = Sibling.prototype[what];
    vi.spyOn(Sibling.prototype, what).mockImplementation(async function noted<Result>(
      this: Sibling,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      await real.call(this, async () => {
        const span = { sibling: this, what, fromMs: performance.now(), toMs: Infinity };
        spans.push(span);
        await work().then(resolve, reject);
        span.toMs = performance.now();
      });
      return promise;
    });
  }
  return spans;
}

const overlap = (a: Span, b: Span) => a.fromMs < b.toMs && b.fromMs < a.toMs;

// Repeated, because the machine may be too busy with other tests for a link to be as it should.
test.skipIf(missing !== null)(
  `three cells measure at the same time, and open their pages while none does${skipped}`,
  { timeout: 180_000, retry: 1 },
  async () => {
    const configuration = configure('smoke', {
      variants: ['node-ws', 'node-http1', 'caddy-http3'],
      networks: ['reference-4g'],
      scenarios: ['download'],
      connections: 3,
      transferTime: 2,
      jobs: 3,
    });
    const spans = watchSpans();
    const { cells } = await runConfiguration(configuration, join(folder, 'run'), {
      tcp: configuration.factors,
      needsLink: false,
      choice,
      tools,
    });
    expect(cells.flatMap(({ cell }) => cell.reasons)).toEqual([]);
    expect(cells.map(({ cell }) => cell.sideBySide)).toEqual([3, 3, 3]);

    const siblings = [...new Set(spans.map(({ sibling }) => sibling))];
    expect(siblings).toHaveLength(3);
    const of = (sibling: Sibling, what: Span['what']) =>
      spans.filter((span) => span.sibling === sibling && span.what === what);
    for (const [index, sibling] of siblings.entries()) {
      const windows = of(sibling, 'measure');
      expect(windows).toHaveLength(3);
      for (const other of siblings.slice(index + 1)) {
        for (const [phase, window] of windows.entries()) {
          const beside = of(other, 'measure')[phase];
          expect(beside && overlap(window, beside), `connection ${phase}`).toBe(true);
        }
      }
      const others = spans.filter((span) => span.sibling !== sibling && span.what === 'measure');
      for (const setUp of of(sibling, 'setUp')) {
        expect(others.filter((span) => overlap(setUp, span))).toEqual([]);
      }
    }
    // Every connection has its beacons, and they are no connections of the variant.
    for (const { cell, connections: lines = [] } of cells) {
      expect(lines.map(({ valid, reasons }) => [valid, reasons])).toEqual(
        lines.map(() => [true, []]),
      );
      expect(lines).toHaveLength(3);
      for (const { connection, transfer } of lines) {
        const { window, beacons, connections } = transfer;
        const ms = (window?.toMs ?? 0) - (window?.fromMs ?? 0);
        for (const seen of [beacons?.down, beacons?.up]) {
          expect((seen?.sent ?? 0) / (ms / 30.9), `${cell.cell} ${connection}`).toBeCloseTo(1, 1);
          expect(seen?.waitMs?.p95).toBeLessThan(150);
        }
        expect((connections?.udp ?? 0) > 0).toBe(cell.variant === 'caddy-http3');
      }
    }
    // Their losses are drawn alike: what the seeds make, and the first ones in the same places.
    const firstLosses = cells.map(({ connections: lines = [] }) =>
      lines.map(({ firstLoss }) => firstLoss),
    );
    expect(firstLosses[0]?.map((first) => first?.stratum).toSorted()).toEqual([0, 1, 2]);
    for (const other of firstLosses) expect(other).toEqual(firstLosses[0]);
    // The recording knows its siblings, and judges only the windows.
    for (const { cell } of cells) {
      const { timeline } = cell.resources ?? {};
      const { cores = {}, measuring = [] } = timeline ?? {};
      expect(Math.max(...(cores['siblings'] ?? []))).toBeGreaterThan(0);
      expect(Math.min(...measuring)).toBe(0);
      expect(Math.max(...measuring)).toBe(1);
    }
  },
);
