import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun, type Run } from '../../packages/results/src/run-reader.ts';
import type { Sample } from '../../packages/results/src/sample.ts';
import { seedsOf } from '../../scripts/netem/src/backends/gilbert.ts';
import { plannedLosses } from '../../scripts/netem/src/backends/rattan/planned-losses.ts';
import { sortSamples } from '../../packages/stats/src/sorted-samples.ts';
import { median } from '../../packages/stats/src/statistics.ts';

/** A connection with a transfer: of the published runs, the phase *same* of one round. */
export interface Connection {
  readonly run: string;
  readonly cpu: string;
  readonly network: string;
  readonly variant: string;
  /** Of its losses: equal in runs that share their seed. */
  readonly linkSeed: number;
  /** Numbers of the packets of the phase that its seed loses on the way down, from 0. */
  readonly lost: readonly number[];
  /** ln of each wait, in ms, in the order in which they were sent. */
  readonly waits: readonly number[];
  /** ln of their median. */
  readonly y: number;
  /** Payload that the transfer moved in its first second, in bytes. */
  readonly firstSecondBytes: number;
}

/** Which messages: of the first ten seconds of the transfer, or those of the published figures. */
export type Window = 'first ten seconds' | 'after the ramp';

const TEN_SECONDS_MS = 10_000;
/** An unanswered message has waited at least so long. */
const DEADLINE_MS = 20_000;
/** More than pages and slow start need. */
const PACKETS = 4_000;

/** Those at the run's own factors, of runs with all servers. What counts twice is left out. */
export async function readConnections(folder: string, window: Window): Promise<Connection[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*(?<!-removed)$/.test(name));
  const found: Connection[] = [];
  // Other Nodes and rates are other servers.
  for (const name of names.filter((each) => !each.includes('http2-node')).toSorted()) {
    const { manifest, cells } = await readRun(join(folder, name));
    for (const { cell, samples } of cells) {
      const phase = cell.phases.find((each) => each.phase === 'same');
      if (!cell.valid || cell.scenario !== 'download' || cell.arm !== '') continue;
      if (!phase?.bulk || !phase.linkSeed) continue;
      const { beganAtMs, binMs, binBytes } = phase.bulk;
      const isCounted = ({ label, intendedAtMs, warmup }: Sample): boolean => {
        if (label !== 'probe-same-load') return false;
        if (window === 'after the ramp') return !warmup;
        return intendedAtMs >= beganAtMs && intendedAtMs < beganAtMs + TEN_SECONDS_MS;
      };
      const waitsMs = samples.filter(isCounted).map(waitMs);
      const sorted = sortSamples(waitsMs);
      if (sorted === null) continue;
      found.push({
        run: name,
        cpu: manifest.machine.cpu,
        network: cell.network,
        variant: cell.variant,
        linkSeed: phase.linkSeed,
        lost: lostOf(manifest, cell.network, phase.linkSeed),
        waits: waitsMs.map(Math.log),
        y: Math.log(median(sorted)),
        firstSecondBytes: sum(binBytes.slice(0, 1_000 / binMs)),
      });
    }
  }
  return found;
}

function lostOf({ networks }: Run['manifest'], network: string, seed: number): number[] {
  const down = networks.find(({ profile }) => profile.id === network)?.profile.down;
  return down ? plannedLosses(down, seedsOf(seed).down, PACKETS) : [];
}

function waitMs({ outcome }: Sample): number {
  return outcome.status === 'ok' ? outcome.durationMs : DEADLINE_MS;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

export function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

/** Σ (x − mean)². */
export function squares(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return sum(numbers.map((number) => (number - middle) ** 2));
}

/** Ranks from 0; of equal numbers their middle. */
export function ranks(numbers: readonly number[]): number[] {
  return numbers.map(
    (each) =>
      numbers.filter((other) => other < each).length +
      (numbers.filter((other) => other === each).length - 1) / 2,
  );
}

export function groupedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
): Item[][] {
  return [...Map.groupBy(items, keyOf).values()];
}
