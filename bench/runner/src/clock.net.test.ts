import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@holbench/harness/browser';
import { startVariant } from '@holbench/harness/start-variant';
import { findTools } from '@holbench/harness/tools';
import { noneBackend } from '@holbench/netem/backends/none';
import { profileNamed } from '@holbench/netem/profiles';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import type { besideBulkPage } from '@holbench/scenarios/families/beside-bulk/page';
import { LABELS } from '@holbench/scenarios/labels';
import { isBesideBulk, SCENARIO_IDS } from '@holbench/scenarios/registry';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import { variant as variantOf } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RawLatencies, RawLatenciesSpec } from '../fixtures/raw-latencies-main.ts';
import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { openPageIn } from './open-page.ts';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';

const tools = await findTools();
const unavailable =
  (await noneBackend.whyUnavailable()) ?? (tools.chromium === null ? 'no Chromium' : null);
const skipped = unavailable === null ? '' : ` (skipped: ${unavailable})`;

const SECONDS = 10;
/** Both kinds of messages; half of them are loads, which the raw client sends, too. */
const PER_SECOND = 20;
const WARMUP_MS = 1_000;
const RAW_CLIENT = fileURLToPath(new URL('../fixtures/raw-latencies-main.ts', import.meta.url));

let logFolder: string;
beforeEach(async () => {
  logFolder = await mkdtemp(join(tmpdir(), 'holbench-clock-'));
});
afterEach(() => rm(logFolder, { recursive: true }));

function percentile(values: readonly number[], share: number): number {
  const sorted = sortSamples(values);
  return sorted === null ? NaN : orderStatistic(sorted, share);
}

/** In ms: narrower than the 3.6 between the two modes that a clamped timer made. */
const MODE_MS = 1.5;

/** The share of values in the best window of a mode's width, apart from the best window of all. */
function shareOfSecondMode(values: readonly number[]): number {
  const within = (from: number, of: readonly number[]) =>
    of.filter((value) => value >= from && value < from + MODE_MS);
  const densest = (of: readonly number[]) =>
    of.map((from) => within(from, of)).reduce((a, b) => (b.length > a.length ? b : a), []);
  const from = Math.min(...densest(values));
  // Its own shoulders are no mode.
  const apart = values.filter((value) => Math.abs(value - from - MODE_MS / 2) > 1.5 * MODE_MS);
  return densest(apart).length / values.length;
}

test('a second mode is seen where a third of the messages is 3.6 ms late', () => {
  const spread = Array.from({ length: 30 }, (_, index) => index / 30);
  const modes = spread.map((value, index) => 2 + value + (index % 3 === 0 ? 3.6 : 0));
  expect(shareOfSecondMode(modes)).toBeCloseTo(1 / 3);
  expect(shareOfSecondMode(spread.map((value) => 2 + value))).toBe(0);
});

async function rawLatencies(client: NetworkSide, origin: string): Promise<RawLatencies> {
  const spec: RawLatenciesSpec = {
    origin,
    perSecond: PER_SECOND / 2,
    seed: 2,
    most: (SECONDS * PER_SECOND) / 2,
  };
  const { command, args } = commandIn(client, process.execPath, [RAW_CLIENT, JSON.stringify(spec)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this program prints
  return JSON.parse(await runTool(command, args)) as RawLatencies;
}

test.skipIf(unavailable)(
  `an idle page sends on time, and its WebSocket is as fast as one without a browser${skipped}`,
  { timeout: 60_000 },
  async () => {
    const tcp = DEFAULT_TCP;
    const profile = profileNamed('ideal');
    await using link = await noneBackend.start({ profile, seed: 1, tcp, logFolder });
    const variant = variantOf('node-ws');
    const server = { tools, fileBytes: 1024 ** 2, logFolder, place: link.server };
    await using running = await startVariant(variant, server);
    const chromium = { tools, forceQuic: [], logFolder, place: link.client };
    await using launched = await launchBrowser(chromium);
    const { origin } = running;
    const cell = { factors: DEFAULT_FACTORS };
    const page = await openPageIn<ReturnType<typeof besideBulkPage>>(
      { cell, origin, variant, timeoutMs: 30_000, logFolder, onCrash: () => {} },
      SCENARIO_IDS.find(isBesideBulk) ?? '',
      await launched.browser.newContext(),
    );
    const spec = {
      phase: 'alone',
      probesPerSecond: PER_SECOND,
      seed: 1,
      scheduleSeed: 1,
      timeoutMs: 5_000,
    } as const;
    await page.call('begin', { probes: spec });
    await delay(WARMUP_MS);
    await page.call('endProbes');

    // At the same time, so that both meet the same machine.
    const probing = async () => {
      await page.call('begin', { probes: spec });
      await delay(SECONDS * 1_000);
      return page.call('endProbes');
    };
    const [probes, raw] = await Promise.all([probing(), rawLatencies(link.client, origin)]);

    const late = probes.map(({ intendedAtMs, sentAtMs = NaN }) => sentAtMs - intendedAtMs);
    const loads = probes.flatMap(({ label, outcome }) =>
      label === LABELS.probe('alone', 'load') && outcome.status === 'ok'
        ? [outcome.durationMs]
        : [],
    );
    const median = { page: percentile(loads, 0.5), raw: percentile(raw.latenciesMs, 0.5) };
    const lateness = { page: percentile(late, 0.99), raw: percentile(raw.latenessMs, 0.99) };
    const second = shareOfSecondMode(loads);
    const ms = (value: number) => `${value.toFixed(2)} ms`;
    console.log(
      `median latency: page ${ms(median.page)}, raw client ${ms(median.raw)}; second mode ${(100 * second).toFixed(0)} %; ` +
        `lateness: page p50 ${ms(percentile(late, 0.5))}, p99 ${ms(lateness.page)}, raw client p99 ${ms(lateness.raw)}${lateness.raw > 1 ? ': too busy a machine to judge p99' : ''}`,
    );
    expect(loads.length).toBeGreaterThanOrEqual((SECONDS * PER_SECOND) / 2 - 1);
    expect(Math.abs(median.page - median.raw)).toBeLessThan(1.5);
    expect(second).toBeLessThan(0.15);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(percentile(late, 0.5)).toBeLessThan(0.25);
    // Where the machine is late for the raw client, too, the page is not to be judged.
    const mostMs = lateness.raw > 1 ? Infinity : Math.max(1, 2 * lateness.raw);
    expect(lateness.page).toBeLessThanOrEqual(mostMs);
  },
);
