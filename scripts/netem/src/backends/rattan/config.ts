import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DownOrUp, LinkDirection, Queue } from '@holbench/results/network-profile';
import type { LinkOptions } from '../../backend.ts';
import { seedsOf } from '../gilbert.ts';
import { traceOf } from '../../trace/read-trace.ts';
import type { Trace } from '../../trace/trace.ts';
import { delayTrace } from './jitter.ts';
import { CONTROL_PORT, replayOf } from './replay.ts';
import { rateOf } from '@holbench/results/rate-of';

/**
 * Writes rattan's configuration of a link into its log folder, where it stays as evidence.
 * Left is the client, right the server.
 * @returns the path of the configuration.
 */
export async function writeConfig(options: LinkOptions): Promise<string> {
  const { profile, seed, logFolder } = options;
  await mkdir(logFolder, { recursive: true });
  const seeds = seedsOf(seed);
  const trace = traceOf(profile);
  const up = await direction('up', profile.up, seeds.up, logFolder, trace);
  const down = await direction('down', profile.down, seeds.down, logFolder, trace);
  const path = join(logFolder, 'rattan.toml');
  const lines = [
    '[env]',
    'mode = "Isolated"',
    '[resource]',
    // Number of worker threads; rattan ignores which CPUs.
    'cpu = [0]',
    // For rewinding it. A rattan without the feature `http` ignores this.
    ...(trace === null ? [] : ['[http]', 'enable = true', `port = ${CONTROL_PORT}`]),
    '[links]',
    ...chain(['left', ...up.keys(), 'right']),
    ...chain(['right', ...down.keys(), 'left']),
    ...[...up, ...down].flatMap(([name, cell]) => [`[cells.${name}]`, ...cell]),
  ];
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

/** One line for each pair of neighbours. */
function chain(names: readonly string[]): string[] {
  return names.slice(1).map((name, index) => `${names[index]} = "${name}"`);
}

/**
 * Cells by name, in the order in which packets pass them: bottleneck, delay. Losses come before, in
 * front of the emulator (losses.ts).
 */
async function direction(
  name: DownOrUp,
  side: LinkDirection,
  seed: number,
  folder: string,
  trace: Trace | null,
): Promise<Map<string, string[]>> {
  const cells = new Map<string, string[]>();
  const { delayMs, jitterMs, queue } = side;
  const rate = rateOf(side);
  if (trace !== null) {
    const path = join(folder, `rattan-rate-${name}.json`);
    await writeFile(path, JSON.stringify(replayOf(trace, name, 0)));
    cells.set(`${name}_rate`, [
      'type = "BwReplay"',
      `trace = ${JSON.stringify(path)}`,
      ...queueLines(queue),
    ]);
  } else if (rate !== null) {
    // bw_type's default, NetworkLayer, counts complete IP packets.
    cells.set(`${name}_rate`, [
      'type = "Bw"',
      `bandwidth = "${Math.round(rate.meanKbps * 1000)}bps"`,
      ...queueLines(queue),
    ]);
  }
  if (jitterMs > 0) {
    const trace = join(folder, `rattan-delay-${name}.json`);
    await writeFile(trace, delayTrace(side, seed));
    // A JSON string is a TOML string as well.
    cells.set(`${name}_delay`, ['type = "DelayReplay"', `trace = ${JSON.stringify(trace)}`]);
  } else if (delayMs > 0) {
    cells.set(`${name}_delay`, ['type = "Delay"', `delay = ${nanoseconds(delayMs)}`]);
  }
  return cells;
}

function queueLines(queue: Queue | null): string[] {
  switch (queue?.kind) {
    case undefined:
      return ['queue = "Infinite"'];
    case 'droptail':
      return [
        'queue = "DropTail"',
        `queue_config = { byte_limit = ${Math.round(queue.limitBytes)} }`,
      ];
    case 'droptail-packets':
      return [
        'queue = "DropTail"',
        `queue_config = { packet_limit = ${Math.round(queue.limitPackets)} }`,
      ];
    case 'codel':
      return [
        'queue = "CoDel"',
        `queue_config = { byte_limit = ${Math.round(queue.limitBytes)}, ` +
          `target = ${nanoseconds(queue.targetMs)}, interval = ${nanoseconds(queue.intervalMs)} }`,
      ];
  }
}

/** rattan takes durations as whole numbers with a unit. */
function nanoseconds(ms: number): string {
  return `"${Math.round(ms * 1e6)}ns"`;
}
