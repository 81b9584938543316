import { setTimeout as delay } from 'node:timers/promises';
import { disturbancesIn } from '@holbench/factors/disturbances';
import type { CellPhase } from '@holbench/results/cell';
import { messageOf } from '@holbench/process/user-error';
import type { Connection, Disturbed, Traffic } from '@holbench/results/connection';
import type { Measurement } from '@holbench/results/sample';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import type { Browser } from 'playwright-core';
import {
  connectionSeed,
  offsetSeed,
  orderSeed,
  scheduleSeed,
  strataOf,
  strataSeed,
} from '../../cell-seeds.ts';
import { inDirection } from '../../planned-seconds.ts';
import { assertMemoryFor } from '../../page-memory.ts';
import type { CellRun, LabPage } from '../../port/cell-run.ts';
import type { Direction } from '../../scenario.ts';
import type { besideBulkPage } from './page.ts';
import { deadlineMs } from './probe-latencies.ts';
import { bulkProblems } from './problems.ts';
import type { BulkResult } from './specs.ts';
import { connectionLimitMs } from './timing.ts';

/** Connections that are measured again, at most, as a share of those asked for. */
const AGAIN = 0.5;

/** The first message of each kind finds code that has never run. */
const WARMUP_MESSAGES = 2;

/** What is drawn for a connection before it is opened, the same for every variant of a round. */
interface Draw {
  /** Where the transfer is: on the connection of the messages, or on one of another browser context. */
  readonly phase: 'same' | 'other';
  readonly seed: number;
  readonly firstLoss: Connection['firstLoss'];
  /** Null without a trace. */
  readonly offsetMs: number | null;
}

/** A connection that is measured. */
interface Place {
  readonly connection: number;
  readonly draw: Draw;
  readonly direction: Direction;
}

interface Measured {
  readonly alone: readonly Measurement[];
  readonly during: readonly Measurement[];
  readonly traffic: { readonly alone: Traffic | null; readonly transfer: Traffic | null };
  readonly disturbed: Disturbed | null;
  readonly eventsAgain: number;
  readonly bulk: BulkResult;
  /** Whether the losses of the transfer began with it. */
  readonly isStratified: boolean;
  readonly connections: CellPhase['connections'];
  readonly window: NonNullable<CellPhase['window']>;
}

/**
 * Fresh connections one after the other, each with messages alone, and then during the first seconds of a transfer. One
 * that does not count, or that something went wrong with, is measured again with the same draw, whatever its messages
 * waited.
 */
export async function driveBesideBulk(run: CellRun, direction: Direction): Promise<void> {
  assertMemoryFor(run.cell.factors.tabs);
  const browser = await run.setUp(() => run.browser());
  const waiting = drawsOf(run.cell, direction);
  const most = Math.ceil((1 + AGAIN) * waiting.length);
  for (let connection = 0; connection < most; connection += 1) {
    const draw = waiting.shift();
    if (draw === undefined) return;
    if (!(await driveConnection(run, browser, { connection, draw, direction }))) waiting.push(draw);
  }
}

function drawsOf({ network, seed, workload }: CellRun['cell'], direction: Direction): Draw[] {
  const { profile } = network;
  const { connections, otherConnections } = workload;
  const loses = inDirection(profile, direction).lossFraction > 0;
  const strata = strataOf(strataSeed(profile.id, seed), connections);
  return strata.flatMap(({ stratum, firstLoss }, index) => {
    const drawn = {
      seed: connectionSeed(profile.id, seed, index),
      firstLoss: loses ? { stratum, of: connections, quantile: firstLoss } : null,
      offsetMs: profile.down.trace
        ? offsetSeed(profile.id, seed, index) % profile.down.trace.lengthMs
        : null,
    };
    if (index >= otherConnections) return [{ phase: 'same' as const, ...drawn }];
    const phases = shuffled(['same', 'other'] as const, seededRandom(orderSeed(drawn.seed)));
    return phases.map((phase) => ({ phase, ...drawn }));
  });
}

/** @returns whether it counts. */
async function driveConnection(run: CellRun, browser: Browser, place: Place): Promise<boolean> {
  const { connection, draw } = place;
  const { phase, seed, offsetMs } = draw;
  const linkSeed = await run.between(() => run.beginLosses(seed));
  await using begun = new AsyncDisposableStack();
  try {
    return await driveOpened(run, browser, place, { linkSeed, begun });
  } catch (error) {
    await run.between(() => begun.disposeAsync()).catch(() => {});
    // What ends the server or the link ends the cell beside this.
    if (!browser.isConnected()) throw error;
    const transfer = { phase, linkSeed, connections: null, bulk: null };
    const left = { connection, seed, firstLoss: null, offsetMs, transfer, limiter: null };
    return run.recordConnection({ ...left, problems: [messageOf(error)] }, []);
  }
}

/** @param begun ends with the connection, however that ends. */
async function driveOpened(
  run: CellRun,
  browser: Browser,
  place: Place,
  { linkSeed, begun }: { readonly linkSeed: number | null; readonly begun: AsyncDisposableStack },
): Promise<boolean> {
  const { connection, draw } = place;
  const { phase, seed } = draw;
  begun.defer(() => run.calm());
  const { paths, beacons, own, other, subscribed } = await run.setUp(async () => {
    // With the handshakes of the pages’ connections.
    const paths = phase === 'same' ? await run.recordPaths(connection) : null;
    begun.defer(() => paths?.end());
    // From before the pages on: opening them may fill a queue, too.
    const beacons = begun.use(await run.startBeacons());
    const open = async () => {
      const page = await run.openPage<ReturnType<typeof besideBulkPage>>(browser);
      begun.defer(() => page.close());
      return page;
    };
    const own = await open();
    const subscribed = await openTabs(run, own);
    const other = phase === 'other' ? await open() : null;
    await (other ?? own).call('prepareBulk', bulkSpec(run, place));
    return { paths, beacons, own, other, subscribed };
  });
  const limiterSince = run.watchLimiter();
  const measured = await run.measure(() => measureConnection(run, { own, other }, place));
  const limiter = limiterSince();
  const link = await run.between(async () => {
    const closing = [own.close(), other?.close()];
    await run.calm();
    const [seen] = await Promise.all([beacons.end(measured.window), ...closing]);
    const link = await run.countPackets();
    await paths?.end();
    return { beacons: seen, link };
  });
  const { alone, during, traffic, bulk, isStratified, connections, window } = measured;
  const { beganAtMs, binMs, binBytes, measurements } = bulk;
  const streams = run.cell.factors.bulkStreams;
  // Of a network that breaks, transfers do, too: the page begins them again.
  const problems = measured.disturbed === null ? bulkProblems(measurements) : [];
  const stored = { streams, beganAtMs, binMs, binBytes: [...binBytes] };
  return run.recordConnection(
    {
      connection,
      seed,
      firstLoss: isStratified ? draw.firstLoss : null,
      offsetMs: draw.offsetMs,
      alone: traffic.alone,
      crossed: traffic.transfer,
      transfer: {
        phase,
        linkSeed,
        window,
        connections,
        ...link,
        bulk: stored,
      },
      disturbed: measured.disturbed,
      eventsAgain: measured.eventsAgain,
      subscribed,
      limiter,
      problems,
    },
    [
      ...markWarmup(alone, ({ index }) => index < WARMUP_MESSAGES),
      ...markWarmup(during, ({ intendedAtMs }) => intendedAtMs >= window.toMs),
      ...measurements.map((each) => ({ ...each, warmup: false })),
    ],
  );
}

/** The first subscription of the first tab is that of its messages. @returns how many the server confirmed. */
async function openTabs(run: CellRun, own: BesideBulkPage): Promise<number> {
  const { tabs, subscriptions } = run.cell.factors;
  await own.call('subscribe', deadlineMs(run.cell.workload));
  let confirmed = 1 + (await own.call('listen', subscriptions - 1));
  for (let tab = 1; tab < tabs; tab += 1) {
    const other: BesideBulkPage = await run.openPageIn(own.page.context());
    confirmed += await other.call('listen', subscriptions);
  }
  return confirmed;
}

type BesideBulkPage = LabPage<ReturnType<typeof besideBulkPage>>;

function bulkSpec({ cell }: CellRun, { draw, direction }: Place) {
  const { workload, factors } = cell;
  return {
    phase: draw.phase,
    direction,
    streams: factors.bulkStreams,
    fileBytes: workload.bulkFileBytes,
    // Never reached: the end of the connection cuts the file off.
    timeoutMs: connectionLimitMs(workload),
    seed: draw.seed,
    again: disturbancesIn(factors).length > 0,
  };
}

async function measureConnection(
  run: CellRun,
  { own, other }: { readonly own: BesideBulkPage; readonly other: BesideBulkPage | null },
  { connection, draw, direction }: Place,
): Promise<Measured> {
  const { id, workload } = run.cell;
  const { probesPerSecond, aloneSeconds, transferSeconds } = workload;
  const probes = (phase: 'alone' | Draw['phase']) => ({
    phase,
    seed: draw.seed,
    timeoutMs: deadlineMs(workload),
    probesPerSecond,
    // Of its own in each cell: those side by side would send, and read the clock for it, together.
    scheduleSeed: scheduleSeed(`${id} ${connection}`, draw.seed, phase),
  });
  const rewind = async (offsetMs: number): Promise<void> => {
    if (draw.offsetMs !== null) await run.rewind(draw.offsetMs + offsetMs);
  };
  await rewind(-1_000 * aloneSeconds);
  const crossedAlone = await run.watchTraffic();
  await own.call('begin', { probes: probes('alone') });
  await delay(1_000 * aloneSeconds);
  // Nothing is under way when the losses of the transfer begin.
  const alone = await own.call('endProbes');
  const trafficAlone = await crossedAlone();
  const crossed = await run.watchTraffic();
  await rewind(0);
  const isStratified = draw.firstLoss !== null && (await run.armLosses(direction, draw));
  await other?.call('begin', { bulk: true });
  const fromMs = await own.call('begin', { probes: probes(draw.phase), bulk: other === null });
  const [moved] = await Promise.all([run.disturb(), delay(1_000 * transferSeconds)]);
  const disturbed = moved && { ...moved, newSockets: await run.newSockets() };
  const traffic = { alone: trafficAlone, transfer: await crossed() };
  const connections = await run.countConnections();
  // The transfer goes on until the last message is answered, so that none meets an emptying queue.
  const during = await own.call('endProbes');
  const eventsAgain = await own.call('eventsAgain');
  const bulk = await (other ?? own).call('endBulk');
  const window = { fromMs, toMs: fromMs + 1_000 * transferSeconds };
  return {
    alone,
    during,
    traffic,
    disturbed,
    eventsAgain,
    bulk,
    isStratified,
    connections,
    window,
  };
}

function markWarmup(
  messages: readonly Measurement[],
  isWarmup: (message: Measurement) => boolean,
): (Measurement & { readonly warmup: boolean })[] {
  return messages.map((each) => ({ ...each, warmup: isWarmup(each) }));
}
