import { setTimeout as delay } from 'node:timers/promises';
import type { CellPhase } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import type { Measurement } from '@holbench/results/sample';
import type { Browser } from 'playwright-core';
import { connectionSeed, scheduleSeed, strataOf, strataSeed } from '../../cell-seeds.ts';
import { LABELS } from '../../labels.ts';
import { inDirection } from '../../planned-seconds.ts';
import type { CellRun } from '../../port/cell-run.ts';
import type { Direction } from '../../scenario.ts';
import type { BesideBulkPage } from './load.ts';
import type { besideBulkPage } from './page.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import { bulkProblems } from './problems.ts';
import type { BulkResult } from './specs.ts';
import { connectionLimitMs } from './timing.ts';

/** Connections that are measured again, at most, as a share of those asked for. */
const AGAIN = 0.5;

/** The first message of each kind finds code that has never run. */
const WARMUP_MESSAGES = 2;

/** What is drawn for a connection before it is opened. */
interface Draw {
  readonly seed: number;
  readonly firstLoss: Connection['firstLoss'];
}

/** A connection, measured. */
interface Measured {
  readonly alone: readonly Measurement[];
  readonly during: readonly Measurement[];
  readonly bulk: BulkResult;
  /** Whether the losses of the transfer began with it, where they were drawn. */
  readonly isStratified: boolean;
  readonly connections: CellPhase['connections'];
  readonly window: NonNullable<CellPhase['window']>;
}

/**
 * Fresh connections one after the other, each with messages alone, and then during the first seconds of a transfer that
 * begins on it. One that does not count is measured again with the same draw, whatever its messages waited.
 */
export async function driveConnections(run: CellRun, direction: Direction): Promise<void> {
  const browser = await run.setUp(() => run.browser());
  const { connections } = run.cell.workload;
  const waiting = drawsOf(run, direction);
  const most = connections + Math.ceil(AGAIN * connections);
  for (let connection = 0; connection < most; connection += 1) {
    const draw = waiting.shift();
    if (draw === undefined) return;
    if (!(await driveConnection(run, browser, { connection, draw, direction }))) waiting.push(draw);
  }
}

/** The same for every variant of a round. */
function drawsOf({ cell }: CellRun, direction: Direction): Draw[] {
  const { network, seed, workload } = cell;
  const { profile } = network;
  const loses = inDirection(profile, direction).lossFraction > 0;
  return strataOf(strataSeed(profile.id, seed), workload.connections).map(
    ({ stratum, firstLoss }, index) => ({
      seed: connectionSeed(profile.id, seed, index),
      firstLoss: loses ? { stratum, of: workload.connections, quantile: firstLoss } : null,
    }),
  );
}

interface Place {
  readonly connection: number;
  readonly draw: Draw;
  readonly direction: Direction;
}

/** @returns whether it counts. */
async function driveConnection(run: CellRun, browser: Browser, place: Place): Promise<boolean> {
  const { connection, draw } = place;
  const linkSeed = await run.between(() => run.beginLosses({ connection: draw.seed }));
  const { paths, beacons, own } = await run.setUp(async () => {
    // With the handshakes of the page’s connections.
    const paths = await run.recordPaths('same', connection);
    // From before the page on: opening it may fill a queue, too.
    const beacons = await run.startBeacons();
    const own = await run.openPage<ReturnType<typeof besideBulkPage>>(browser);
    await own.call('prepareBulk', bulkSpec(run, place));
    return { paths, beacons, own };
  });
  const used = run.watchLimiter();
  const measured = await run.measure(() => measureConnection(run, own, place));
  const limiter = used();
  const link = await run.between(async () => {
    const [seen] = await Promise.all([beacons.end(measured.window), own.close()]);
    const link = await run.countPackets();
    await paths.end();
    return { beacons: seen, link };
  });
  const { alone, during, bulk, isStratified, connections, window } = measured;
  const transfer: CellPhase = {
    phase: 'same',
    linkSeed,
    window,
    connections,
    ...link,
    bulk: {
      streams: run.cell.factors.bulkStreams,
      beganAtMs: bulk.beganAtMs,
      binMs: bulk.binMs,
      binBytes: [...bulk.binBytes],
    },
  };
  return run.recordConnection(
    {
      connection,
      seed: draw.seed,
      firstLoss: isStratified ? draw.firstLoss : null,
      transfer,
      limiter,
      problems: bulkProblems(bulk.measurements),
    },
    [
      ...fresh(alone).map((each) => ({ ...each, warmup: each.index < WARMUP_MESSAGES })),
      ...fresh(during).map((each) => ({ ...each, warmup: each.intendedAtMs >= window.toMs })),
      ...bulk.measurements.map((each) => ({ ...each, warmup: false })),
    ],
  );
}

function bulkSpec({ cell }: CellRun, { draw, direction }: Place) {
  const { workload, factors } = cell;
  return {
    phase: 'same',
    direction,
    streams: factors.bulkStreams,
    fileBytes: workload.bulkFileBytes,
    // Never reached: the end of the connection cuts the file off.
    timeoutMs: connectionLimitMs(workload),
    seed: draw.seed,
  } as const;
}

async function measureConnection(
  run: CellRun,
  own: BesideBulkPage,
  { connection, draw, direction }: Place,
): Promise<Measured> {
  const { id, workload } = run.cell;
  const { probesPerSecond, aloneSeconds, transferSeconds } = workload;
  const probes = (phase: 'alone' | 'same') => ({
    phase,
    seed: draw.seed,
    timeoutMs: PROBE_DEADLINE_MS,
    probesPerSecond,
    // Of its own in each cell: those side by side would send, and read the clock for it, together.
    scheduleSeed: scheduleSeed(`${id} ${connection}`, draw.seed, phase),
  });
  await own.call('beginProbes', probes('alone'));
  await delay(1_000 * aloneSeconds);
  // Nothing is under way when the losses of the transfer begin.
  const alone = await own.call('endProbes');
  const isStratified = draw.firstLoss !== null && (await run.armLosses(direction, draw));
  const fromMs = await own.call('beginBeside', probes('same'));
  await delay(1_000 * transferSeconds);
  const connections = await run.countConnections();
  // The transfer goes on until the last message is answered, so that none meets an emptying queue.
  const during = await own.call('endProbes');
  const bulk = await own.call('endBulk');
  const window = { fromMs, toMs: fromMs + 1_000 * transferSeconds };
  return { alone, during, bulk, isStratified, connections, window };
}

/** Their labels tell them from messages after the ramp. */
function fresh(messages: readonly Measurement[]): Measurement[] {
  return messages.map((each) => ({ ...each, label: LABELS.fresh(each.label) }));
}
