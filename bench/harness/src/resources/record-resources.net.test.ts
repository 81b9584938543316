import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { noneBackend } from '@holbench/netem/backends/none';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { commandIn, LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { CellResources } from '@holbench/results/resources';
import { checkSchema } from '@holbench/results/check-schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResourceRecording } from './record-resources.ts';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';

const unavailable = await noneBackend.whyUnavailable();
const skipped = unavailable === null ? '' : ` (skipped: ${unavailable})`;
const BYTES = 5_000_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-resources-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs JavaScript in `place` until the test ends, and waits for its first output. */
async function start(name: string, place: NetworkSide, code: string): Promise<ManagedProcess> {
  const running = await ManagedProcess.start({
    name,
    ...commandIn(place, process.execPath, ['-e', code]),
    logPath: join(folder, `${name}.log`),
  });
  await waitUntilReady(running, async () => running.log.lines()[0] ?? null);
  return running;
}

/** What a real recording says, checked as a line of a run folder would be. */
async function endOf(recording: ResourceRecording): Promise<CellResources | null> {
  const recorded = await recording.end();
  return recorded && checkSchema(CellResources, { ...recorded, eventLoop: null });
}

test.skipIf(unavailable)(
  `what crosses a link while it records is counted, in both directions${skipped}`,
  async () => {
    await using link = await noneBackend.start({
      profile: PLAIN_PROFILE,
      seed: 1,
      tcp: { ...DEFAULT_TCP, congestionControl: 'reno' },
      logFolder: folder,
    });
    const receive = `const bytes = require('node:net').connect(9000, '10.77.0.2');
      let got = 0;
      bytes.on('data', (chunk) => { got += chunk.length; if (got === ${BYTES}) console.log('all'); });`;
    await using server = await start(
      'server',
      link.server,
      `require('node:net')
        .createServer((socket) => socket.on('error', () => {}).write(Buffer.alloc(${BYTES})))
        .listen(9000, '10.77.0.2', () => console.log('listening'));`,
    );
    // Not part of the recording, which has not begun.
    await using _before = await start('before', link.client, receive);
    using recording = new ResourceRecording(link, [{ group: 'server', pid: server.pid }]);
    await using waiting = await start(
      'client',
      link.client,
      `console.log('waiting');
      setTimeout(() => { ${receive} }, 600); setInterval(() => {}, 1_000);`,
    );
    await recording.watch({ group: 'browser', pid: waiting.pid });
    await recording.opening(delay(400));
    await vi.waitFor(() => expect(waiting.log.lines()).toContain('all'), 10_000);
    // A whole step in which all has arrived.
    await delay(500);
    const used = await endOf(recording);

    const { down, up } = used?.wire ?? {};
    // Headers, and now and then a segment twice.
    expect(down?.receivedBytes).toBeGreaterThan(BYTES);
    expect(down?.receivedBytes).toBeLessThan(1.2 * BYTES);
    expect(down?.sentPackets).toBe(down?.receivedPackets);
    expect(up?.receivedBytes).toBeGreaterThan(0);
    expect(up?.receivedBytes).toBeLessThan(0.06 * BYTES);
    expect(used?.tcp?.segmentsSent.server).toBeGreaterThanOrEqual(Math.floor(BYTES / 1_460));
    expect(used?.udp?.receiveBufferErrors).toEqual({ client: 0, server: 0 });

    const { timeline } = used ?? {};
    const arrived = (timeline?.wireKbps?.down ?? []).reduce(
      (sum, kbps) => sum + (kbps / 8) * (timeline?.intervalMs ?? 0),
      0,
    );
    // Steps are as long as the machine lets them be.
    expect(arrived).toBeGreaterThan(0.8 * BYTES);
    expect(arrived).toBeLessThan(1.2 * BYTES);
    expect(timeline?.measuring[0]).toBeLessThan(0.3);
    expect(timeline?.measuring.at(-1)).toBe(1);
    expect(used?.processes.map(({ group }) => group)).toEqual(['server', 'browser']);
  },
);

test.runIf(process.platform === 'linux')('on loopback there is no wire to count', async () => {
  await using server = await start('server', LOCALHOST, `console.log('up'); for (;;);`);
  using recording = new ResourceRecording({ client: LOCALHOST, server: LOCALHOST }, [
    { group: 'server', pid: server.pid },
  ]);
  await using client = await start(
    'client',
    LOCALHOST,
    `console.log('up'); setInterval(() => {}, 9_000);`,
  );
  await recording.watch({ group: 'browser', pid: client.pid });
  // Its start costs as much as a second of it.
  await delay(2_000);
  const used = await endOf(recording);
  expect(used).toMatchObject({ wire: null, tcp: null, udp: null });
  expect(used?.timeline?.wireKbps).toBeNull();
  const [busy, idle] = used?.processes ?? [];
  expect(busy?.cpuSeconds).toBeGreaterThan(0.1);
  expect(idle?.cpuSeconds).toBeLessThan(0.1);
  expect(busy?.peakRssBytes).toBeGreaterThan(20 * 1024 ** 2);
  expect(used?.machine?.busyShare).toBeGreaterThan(0);
  // The recorder runs on the machine that it measures.
  expect((used?.recorderCpuSeconds ?? 1) / (used?.seconds ?? 1)).toBeLessThan(0.03);
});

test('without a client there is nothing to record', async () => {
  using recording = new ResourceRecording({ client: LOCALHOST, server: LOCALHOST }, []);
  expect(await recording.end()).toBeNull();
});
