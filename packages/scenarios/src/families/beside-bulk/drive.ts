import { setTimeout as delay } from 'node:timers/promises';
import type { ProbePhase } from '@holbench/results/sample';
import type { Browser } from 'playwright-core';
import type { CellRun } from '../../port/cell-run.ts';
import type { besideBulkPage } from './page.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import type { Direction } from '../../scenario.ts';
import type { ProbeSpec } from './specs.ts';
import { phaseLimitMs, rampMs, WARMUP_MS } from './timing.ts';

/**
 * Three phases, each with new pages, so that none inherits a filled connection: the probes alone,
 * with a bulk transfer on their own connection, and with one in another browser context. Each round
 * swaps the last two.
 */
export async function driveBesideBulk(run: CellRun, direction: Direction): Promise<void> {
  const browser = await run.setUp(() => run.browser());
  const loaded: ProbePhase[] = run.cell.round % 2 === 0 ? ['self', 'foreign'] : ['foreign', 'self'];
  for (const phase of ['idle', ...loaded] as const) await runPhase(run, browser, phase, direction);
}

async function runPhase(
  run: CellRun,
  browser: Browser,
  phase: ProbePhase,
  direction: Direction,
): Promise<void> {
  const { seed, network, factors } = run.cell;
  const { windowSeconds, probesPerSecond, bulkFileBytes } = network.workload;
  const streams = factors.bulkStreams;
  // Both pages are open in every phase, so that phases differ only in the transfer.
  const open = () => run.openPage<ReturnType<typeof besideBulkPage>>(browser);
  const [own, other] = await run.setUp(() => Promise.all([open(), open()]));
  const probes: ProbeSpec = { phase, probesPerSecond, seed, timeoutMs: PROBE_DEADLINE_MS };
  await run.measure(() => measurePhase());
  await run.setUp(() => Promise.all([own.close(), other.close()]));

  async function measurePhase(): Promise<void> {
    await own.call('beginProbes', probes);
    await delay(WARMUP_MS);
    run.record(await own.call('endProbes'), { warmup: true });

    const bulkPage = { idle: null, self: own, foreign: other }[phase];
    await bulkPage?.call('beginBulk', {
      phase,
      direction,
      streams,
      fileBytes: bulkFileBytes,
      // Never reached: the end of the phase cuts the file off.
      timeoutMs: phaseLimitMs(network),
      seed,
    });
    if (bulkPage) await delay(rampMs(network.profile));
    await own.call('beginProbes', probes);
    await delay(windowSeconds * 1_000);
    const connections = await run.countConnections();
    // The bulk transfer goes on until the last probe is answered, so that no probe meets an emptying
    // queue.
    run.record(await own.call('endProbes'));
    const moved = bulkPage ? await bulkPage.call('endBulk') : null;
    if (moved) run.record(moved.measurements);
    run.recordPhase({
      phase,
      connections,
      bulk: moved && {
        streams,
        beganAtMs: moved.beganAtMs,
        binMs: moved.binMs,
        binBytes: [...moved.binBytes],
      },
    });
  }
}
