import { setTimeout as delay } from 'node:timers/promises';
import type { BulkSpec, ProbeSpec } from '@holbench/client/workloads/spec';
import type { RunningBrowser } from '@holbench/harness/browser';
import { PROBE_DEADLINE_MS } from '@holbench/results/holb/probe-deadline';
import type { ProbePhase } from '@holbench/results/sample';
import type { CellRun } from '../cell-run.ts';
import { countConnections } from '../network/count-connections.ts';
import { phaseLimitMs, rampMs, WARMUP_MS } from './holb-timing.ts';
import { openPage } from './open-page.ts';

type Direction = BulkSpec['direction'];

/** 4f: small messages beside a big download. */
export const holbDownload = (run: CellRun): Promise<void> => holb(run, 'download');

/** 4g: small messages beside a big upload. */
export const holbUpload = (run: CellRun): Promise<void> => holb(run, 'upload');

/**
 * Three phases, each with pages of its own, so that none inherits a connection that another has
 * filled: the probes alone, with a bulk transfer on their own connection, and with the same on a
 * connection of another browser context. Each round swaps the last two.
 */
async function holb(run: CellRun, direction: Direction): Promise<void> {
  const browser = await run.browser();
  const loaded: ProbePhase[] = run.cell.round % 2 === 0 ? ['self', 'foreign'] : ['foreign', 'self'];
  for (const phase of ['idle', ...loaded] as const) await runPhase(run, browser, phase, direction);
}

async function runPhase(
  run: CellRun,
  browser: RunningBrowser,
  phase: ProbePhase,
  direction: Direction,
): Promise<void> {
  const { seed, network } = run.cell;
  const { windowSeconds, probesPerSecond, bulkFileBytes } = network.workload;
  const { bulkStreams } = run.cell.factors;
  // Both are there in every phase, so that the phases differ in what moves and in nothing else.
  const [own, other] = await Promise.all([openPage(run, browser), openPage(run, browser)]);
  const probes: ProbeSpec = { phase, probesPerSecond, seed, timeoutMs: PROBE_DEADLINE_MS };

  await own.evaluate((spec) => window.holbench.beginProbes(spec), probes);
  await delay(WARMUP_MS);
  run.record(await own.evaluate(() => window.holbench.endProbes()), { warmup: true });

  const bulkPage = { idle: null, self: own, foreign: other }[phase];
  const bulk: BulkSpec = {
    phase,
    direction,
    streams: bulkStreams,
    fileBytes: bulkFileBytes,
    // It is cut off long before: a file may take longer than the phase.
    timeoutMs: phaseLimitMs(network),
    seed,
  };
  await bulkPage?.evaluate((spec) => window.holbench.beginBulk(spec), bulk);
  if (bulkPage) await delay(rampMs(network.profile));
  await own.evaluate((spec) => window.holbench.beginProbes(spec), probes);
  await delay(windowSeconds * 1_000);
  const connections = await countConnections(run.client);
  // The bulk goes on until the last probe is answered: none of them meets an emptying queue.
  run.record(await own.evaluate(() => window.holbench.endProbes()));
  const moved = bulkPage ? await bulkPage.evaluate(() => window.holbench.endBulk()) : null;
  if (moved) run.record(moved.measurements);
  run.recordPhase({
    phase,
    connections,
    bulk: moved && {
      streams: bulkStreams,
      beganAtMs: moved.beganAtMs,
      binMs: moved.binMs,
      binBytes: [...moved.binBytes],
    },
  });
  await Promise.all([own.context().close(), other.context().close()]);
}
