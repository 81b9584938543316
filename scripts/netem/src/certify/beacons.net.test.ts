import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changed } from '../backends/acceptance/test-profiles.ts';
import { PLAIN_PROFILE } from '../backends/plain-profile.ts';
import { chooseBackend } from '../choose-backend.ts';
import { tcpSettingsOf } from '../tcp-options.ts';
import { sendBeacons } from './beacons.ts';
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
    const options = { profile: PROFILE, seed: 1, tcp: tcpSettingsOf({}), logFolder };
    await using link = await backend.start(options);
    const idle = await sendBeacons(link, SECONDS);
    expect(idle.down).toMatchObject({ sent: 40, lost: 0 });
    expect(idle.down.waitMs?.median).toBeLessThan(5);

    const flood = floodPhase(PROFILE, { protocols: ['udp'], seconds: SECONDS, fillsQueue: true });
    // Upwards nothing but beacons.
    const quiet = { ...flood.up, packets: 1 };
    const [busy] = await Promise.all([
      sendBeacons(link, SECONDS),
      runStream(link, { ...flood, up: quiet }),
    ]);
    // The queue holds 200 ms. It is full after 0.4 s of two; a full queue also drops beacons.
    expect(busy.down.waitMs?.median).toBeGreaterThan(100);
    expect(busy.down.waitMs?.max).toBeGreaterThan(180);
    expect(busy.down.waitMs?.max).toBeLessThan(240);
    expect(busy.up.lost).toBe(0);
    expect(busy.up.waitMs?.median).toBeLessThan(15);
  },
);
