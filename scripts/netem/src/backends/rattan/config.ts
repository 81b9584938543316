import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinkDirection, Queue } from '@holbench/results/network-profile';
import type { LinkOptions } from '../../backend.ts';
import { lossProbabilities } from '../gilbert.ts';
import { delayTrace } from './jitter.ts';

/**
 * Writes rattan's configuration of a link into its log folder, where it stays as evidence.
 * Left is the client, right the server.
 * @returns the path of the configuration.
 */
export async function writeConfig(options: LinkOptions): Promise<string> {
  const { profile, seed, logFolder } = options;
  await mkdir(logFolder, { recursive: true });
  const up = await direction('up', profile.up, 2 * seed + 1, logFolder);
  const down = await direction('down', profile.down, 2 * seed, logFolder);
  const path = join(logFolder, 'rattan.toml');
  const lines = [
    '[env]',
    'mode = "Isolated"',
    '[resource]',
    // Number of worker threads; rattan ignores which CPUs.
    'cpu = [0]',
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

/** Cells by name, in the order in which packets pass them: loss, bottleneck, delay. */
async function direction(
  name: string,
  { rateKbps, delayMs, jitterMs, lossFraction, lossBurstPackets, queue }: LinkDirection,
  seed: number,
  folder: string,
): Promise<Map<string, string[]>> {
  const cells = new Map<string, string[]>();
  if (lossFraction > 0) {
    const trace = join(folder, `rattan-loss-${name}.json`);
    const loss = lossProbabilities(lossFraction, lossBurstPackets);
    // A count of 0 repeats the pattern for ever.
    const pattern = [{ StaticLossConfig: { loss, duration: '3600s' } }];
    await writeFile(trace, JSON.stringify({ RepeatedLossPatternConfig: { count: 0, pattern } }));
    // rattan's plain Loss cell always draws with the seed 42.
    cells.set(`${name}_loss`, [
      'type = "LossReplay"',
      // A JSON string is a TOML string as well.
      `trace = ${JSON.stringify(trace)}`,
      `seed = ${seed}`,
    ]);
  }
  if (rateKbps !== null) {
    // bw_type's default, NetworkLayer, counts complete IP packets.
    cells.set(`${name}_rate`, [
      'type = "Bw"',
      `bandwidth = "${Math.round(rateKbps * 1000)}bps"`,
      ...queueLines(queue),
    ]);
  }
  if (jitterMs > 0) {
    const trace = join(folder, `rattan-delay-${name}.json`);
    await writeFile(trace, delayTrace(delayMs, jitterMs, seed));
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
