import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changed } from '../../fixtures/test-profiles.ts';
import { PLAIN_PROFILE } from '../backends/plain-profile.ts';
import type { Link } from '../backend.ts';
import { chooseBackend } from '../choose-backend.ts';
import { DEFAULT_TCP } from '../tcp-options.ts';
import { Beacons } from './beacons.ts';
import { floodPhase } from './flood-phase.ts';
import { runStream } from './run-measurement.ts';

/** A full queue takes 200 ms. */
const PROFILE = changed(PLAIN_PROFILE, {
  rateKbps: 1_000,
  delayMs: 10,
  queue: { kind: 'droptail', limitBytes: 25_000 },
});
const SECONDS = 2;

const { backend, why } = await chooseBackend(PROFILE);
const skipped = backend === null ? ` (skipped: ${why})` : '';

let logFolder: string;
beforeEach(async () => {
  logFolder = await mkdtemp(join(tmpdir(), 'holbench-beacons-'));
});
afterEach(() => rm(logFolder, { recursive: true }));

test.skipIf(backend === null)(
  `beacons see the queue that others fill, and no wait on an idle link${skipped}`,
  { timeout: 60_000 },
  async () => {
    if (backend === null) throw new Error(why);
    const options = { profile: PROFILE, seed: 1, tcp: DEFAULT_TCP, logFolder };
    await using link = await backend.start(options);
    const idle = await beside(link, () => delay(SECONDS * 1_000));
    expect(idle.down.sent).toBeGreaterThan(60);
    expect(idle.down.sent).toBeLessThan(66);
    expect(idle.down).toMatchObject({ lost: 0 });
    expect(idle.down.waitMs?.p50).toBeLessThan(5);
    // Those that were sent before and after the window, too.
    expect(idle.down.fullestMs).toBeGreaterThan(30);
    expect(idle.down.fullestMs).toBeLessThan(100);

    const flood = floodPhase(PROFILE, { protocols: ['udp'], seconds: SECONDS, fillsQueue: true });
    // Upwards nothing but beacons.
    const quiet = { ...flood.up, packets: 1 };
    const busy = await beside(link, () => runStream(link, { ...flood, up: quiet }));
    // The queue holds 200 ms. It is full after 0.4 s of two; a full queue also drops beacons.
    expect(busy.down.waitMs?.p50).toBeGreaterThan(100);
    expect(busy.down.waitMs?.max).toBeGreaterThan(180);
    expect(busy.down.waitMs?.max).toBeLessThan(240);
    expect(busy.down.fullestMs).toBeGreaterThan(190);
    expect(busy.up.lost).toBe(0);
    expect(busy.up.waitMs?.p50).toBeLessThan(15);
    expect(busy.up.fullestMs).toBeLessThan(100);
  },
);

/** Beacons while something is done. */
async function beside(link: Link, work: () => Promise<unknown>) {
  await using beacons = await Beacons.start(link, logFolder);
  const fromMs = Date.now();
  await work();
  return await beacons.end({ fromMs, toMs: Date.now() });
}
