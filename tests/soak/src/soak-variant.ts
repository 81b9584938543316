import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import type { Variant } from '@holbench/variants/registry';
import { clientsOf } from './open-clients.ts';
import { runClients, Tally } from './soak-clients.ts';
import type { Reading, SoakResult } from './soak-result.ts';

const MIB = 1024 ** 2;
const FILE_BYTES = 2 * MIB;
/** Readings of a soak, and the shortest time between two, in ms. */
const READINGS = 600;
const SHORTEST_MS = 500;

/**
 * Starts a variant, has clients use it for so many minutes, and reads what it holds.
 * @param onReading is told of each reading as it is taken.
 */
export async function soakVariant(
  variant: Variant,
  options: {
    readonly tools: Tools;
    readonly logFolder: string;
    readonly minutes: number;
    readonly onReading: (reading: Reading) => void;
  },
): Promise<SoakResult> {
  const { tools, logFolder, minutes, onReading } = options;
  const folder = join(logFolder, variant.id);
  await using server = await startVariant(variant, {
    tools,
    fileBytes: FILE_BYTES,
    logFolder: folder,
  });
  const tally = new Tally();
  const readings: Reading[] = [];
  const beganAt = performance.now();
  const intervalMs = Math.max(SHORTEST_MS, (minutes * 60_000) / READINGS);
  let ended: string | null = null;
  {
    await using clients = await clientsOf(server, tools, folder);
    const stop = new AbortController();
    const watch = async (): Promise<void> => {
      const how = await server.ended;
      if (!stop.signal.aborted) ended = how;
      stop.abort();
    };
    void watch();
    const running = runClients(clients, tally, stop.signal);
    while (!stop.signal.aborted && performance.now() - beganAt < minutes * 60_000) {
      await Promise.race([delay(intervalMs), running]);
      const held = await read(server, tools).catch(() => null);
      if (!held) break;
      const atMinutes = (performance.now() - beganAt) / 60_000;
      const reading = { atMinutes, ...held, slowestLoadMs: tally.takeSlowestLoadMs() };
      readings.push(reading);
      onReading(reading);
    }
    stop.abort();
    await running;
  }
  const summary = await server.stop();
  return {
    variant: variant.id,
    readings,
    operations: tally.operations,
    failures: tally.failures,
    eventLoop: summary?.eventLoop ?? null,
    ended,
  };
}

type Held = Omit<Reading, 'atMinutes' | 'slowestLoadMs'>;

async function read({ processes }: RunningVariant, { root }: Tools): Promise<Held> {
  let [memoryMib, descriptors, diskMib] = [0, 0, 0];
  for (const { name, pid } of processes) {
    memoryMib += (await residentBytes(pid)) / MIB;
    descriptors += (await readdir(`/proc/${pid}/fd`)).length;
    if (name === 'server') diskMib = (await uploadedBytes(join(root, 'data/uploads'), pid)) / MIB;
  }
  return { memoryMib, descriptors, diskMib };
}

/** Whatever the size of the kernel's pages, proc_pid_status(5). */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

async function uploadedBytes(uploads: string, pid: number): Promise<number> {
  const folder = (await readdir(uploads)).find((name) => name.endsWith(`-${pid}`));
  if (folder === undefined) return 0;
  const files = await readdir(join(uploads, folder));
  // One may have been removed meanwhile.
  const sizes = files.map((name) =>
    stat(join(uploads, folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
