import '@holbench/scenarios/port/holbench-page';
import type { besideBulkPage } from '@holbench/scenarios/families/beside-bulk/page';
import type { BulkSpec } from '@holbench/scenarios/families/beside-bulk/specs';
import { callerOf } from '@holbench/scenarios/port/call-page';
import { expect, type Page } from '@playwright/test';
import { test } from './lab.ts';

const PROBES_PER_SECOND = 20;
const SECONDS = 2;
const TIMEOUT_MS = 10_000;
/** How late a bulk may begin beside other tests: half a second. */
const LATE_BINS = 5;

/** How many mutations the server has seen of what the probes mutate. */
function lastEvent(page: Page): Promise<number> {
  return page.evaluate(async (timeoutMs) => {
    const transport = await window.holbench.transport();
    const { value } = await transport.list(AbortSignal.timeout(timeoutMs));
    const [watched] = value;
    if (!watched) throw new Error('the server has no CoValues');
    const signal = AbortSignal.timeout(timeoutMs);
    const subscription = await transport.subscribe(watched.id, () => undefined, signal);
    await subscription.close();
    return subscription.eventId;
  }, TIMEOUT_MS);
}

for (const direction of ['download', 'upload'] as const) {
  test(`small messages are sent on schedule beside a bulk ${direction}`, async ({
    page,
    variant,
  }) => {
    const spec: BulkSpec = {
      phase: 'same',
      direction,
      streams: 2,
      fileBytes: 1024 * 1024,
      timeoutMs: TIMEOUT_MS,
      seed: 1,
    };
    const call = callerOf<ReturnType<typeof besideBulkPage>>(page, direction);
    await call('prepareBulk', spec);
    const probesSpec = {
      phase: 'same',
      probesPerSecond: PROBES_PER_SECOND,
      timeoutMs: TIMEOUT_MS,
      seed: 1,
      scheduleSeed: 1,
    } as const;
    await call('begin', { bulk: true, probes: probesSpec });
    await page.waitForTimeout(SECONDS * 1_000);
    const probes = await call('endProbes');
    const bulk = await call('endBulk');

    expect(probes.length).toBeGreaterThanOrEqual(SECONDS * PROBES_PER_SECOND - 1);
    // The schedule itself, not what the timers made of it: each has a moment of its own slot.
    const slotMs = 1_000 / PROBES_PER_SECOND;
    const inSlot = probes.map(({ intendedAtMs }, index) => intendedAtMs - index * slotMs);
    expect(Math.max(...inSlot) - Math.min(...inSlot)).toBeLessThan(slotMs);
    for (const [index, { label, outcome }] of probes.entries()) {
      expect(label).toBe(`fresh-same-${index % 2 === 0 ? 'load' : 'event'}`);
      expect(outcome).toMatchObject({ status: 'ok', protocol: variant.protocol });
    }

    for (const { label, outcome } of bulk.measurements) {
      expect(label).toBe('bulk-same');
      expect(outcome).toMatchObject({ status: 'ok', bytes: spec.fileBytes });
    }
    const whole = bulk.measurements.length * spec.fileBytes;
    const moved = bulk.binBytes.reduce((sum, bytes) => sum + bytes, 0);
    // What was cut off counts in the bins alone: at most one file per stream.
    expect(bulk.measurements.length).toBeGreaterThan(0);
    expect(moved).toBeGreaterThanOrEqual(whole);
    expect(moved).toBeLessThanOrEqual(whole + spec.streams * spec.fileBytes);
    // It begins with its first bytes, which a busy machine moves later than it was asked to.
    expect((bulk.binBytes.length + LATE_BINS) * bulk.binMs).toBeGreaterThanOrEqual(SECONDS * 1_000);

    // What goes on after its end would be another load of the next phase, and in no sample.
    const before = await lastEvent(page);
    await page.waitForTimeout(500);
    expect(await lastEvent(page)).toBe(before);
  });
}
