import { setTimeout as delay } from 'node:timers/promises';
import type { CellPhase } from '@holbench/results/cell';
import type { Measurement, ProbePhase } from '@holbench/results/sample';
import { derivedSeed } from '@holbench/stats/derived-seed';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import type { Browser } from 'playwright-core';
import { LABELS } from '../../labels.ts';
import type { CellRun, LabPage } from '../../port/cell-run.ts';
import type { Direction } from '../../scenario.ts';
import type { besideBulkPage } from './page.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import type { BulkSpec, ProbeSpec, Ramp } from './specs.ts';
import {
  expectedLosses,
  firstMs,
  leastWindowSeconds,
  MOST_WINDOW_SECONDS,
  phaseLimitMs,
  rampSpec,
  WARMUP_MS,
  way,
} from './timing.ts';

const PHASES: readonly ProbePhase[] = ['idle', 'self', 'foreign'];
/** How often the losses of a window are looked at that is to hold more of them. */
const LOOK_MS = 1_000;

type Page = LabPage<ReturnType<typeof besideBulkPage>>;

/** The pages of a phase: that of the messages, and that of the transfer, which may be the same. */
interface Pages {
  readonly own: Page;
  /** Null while idle. */
  readonly bulk: Page | null;
}

/**
 * Three phases, each with new pages, so that none inherits a filled connection: the probes alone,
 * with a bulk transfer on their own connection, and with one in another browser context. Their order
 * is drawn for each cell, so that it is that of no other condition.
 */
export async function driveBesideBulk(run: CellRun, direction: Direction): Promise<void> {
  const browser = await run.setUp(() => run.browser());
  const phases = shuffled(PHASES, seededRandom(derivedSeed('phases', run.cell.id, run.cell.seed)));
  for (const [order, phase] of phases.entries()) {
    await runPhase(run, browser, { phase, order, direction });
  }
}

async function runPhase(
  run: CellRun,
  browser: Browser,
  { phase, order, direction }: Pick<CellPhase, 'phase'> & { order: number; direction: Direction },
): Promise<void> {
  const [own, other] = await run.setUp(() => {
    // Both pages are open in every phase, so that phases differ only in the transfer.
    const open = () => run.openPage<ReturnType<typeof besideBulkPage>>(browser);
    return Promise.all([open(), open()]);
  });
  const pages: Pages = { own, bulk: { idle: null, self: own, foreign: other }[phase] };
  const measured = await run.measure(() => measurePhase(run, pages, phase, direction));
  run.recordPhase({ phase, order, ...measured });
  await Promise.all([own.close(), other.close()]);
}

/**
 * Warm-up of the messages; the transfer until its goodput is stable, with messages beside it from its
 * first bytes on; then the window, whose messages count.
 */
async function measurePhase(
  run: CellRun,
  pages: Pages,
  phase: ProbePhase,
  direction: Direction,
): Promise<Omit<CellPhase, 'phase' | 'order'>> {
  const { own, bulk } = pages;
  const { seed, network, factors } = run.cell;
  const { probesPerSecond } = network.workload;
  const probes: ProbeSpec = { phase, probesPerSecond, seed, timeoutMs: PROBE_DEADLINE_MS };

  await own.call('beginProbes', probes);
  await delay(WARMUP_MS);
  run.record(await own.call('endProbes'), { warmup: true });

  await bulk?.call('beginBulk', bulkSpec(run, phase, direction));
  await own.call('beginProbes', probes);
  const beganAtMs = await own.call('now');
  const spec = rampSpec(network, direction);
  const ramp: Ramp | null = bulk && (await bulk.call('ramp', spec));
  const fromMs = await own.call('now');
  await window(run, pages, direction);
  const connections = await run.countConnections();
  const toMs = await own.call('now');
  // The bulk transfer goes on until the last probe is answered, so that no probe meets an emptying
  // queue.
  const { first, between, counted } = bySpan(await own.call('endProbes'), {
    // On an idle link nothing begins.
    firstToMs: bulk ? Math.min(fromMs, beganAtMs + firstMs(spec)) : -Infinity,
    fromMs,
  });
  run.record(first.map((each) => ({ ...each, label: firstLabel(phase, each.label) })));
  run.record(between, { warmup: true });
  run.record(counted);
  const moved = bulk && (await bulk.call('endBulk'));
  if (moved) run.record(moved.measurements);
  return {
    connections,
    ramp,
    window: { fromMs, toMs },
    bulk: moved && {
      streams: factors.bulkStreams,
      beganAtMs: moved.beganAtMs,
      binMs: moved.binMs,
      binBytes: [...moved.binBytes],
    },
  };
}

function bulkSpec({ cell }: CellRun, phase: ProbePhase, direction: Direction): BulkSpec {
  const { seed, network, factors } = cell;
  return {
    phase,
    direction,
    streams: factors.bulkStreams,
    fileBytes: network.workload.bulkFileBytes,
    // Never reached: the end of the phase cuts the file off.
    timeoutMs: phaseLimitMs(network),
    seed,
  };
}

/**
 * Lasts as long as asked for, and until the transfer has moved so much that the losses to be expected
 * are as many as asked for. @throws Error when that takes too long.
 */
async function window(run: CellRun, { bulk }: Pages, direction: Direction): Promise<void> {
  const { network } = run.cell;
  const link = way(network.profile, direction);
  const before = (await bulk?.call('movedBytes')) ?? 0;
  const least = leastWindowSeconds(network) * 1_000;
  await delay(least);
  if (bulk === null || link.lossFraction === 0) return;
  const { windowLosses } = network.workload;
  for (let ms = least; ; ms += LOOK_MS) {
    const losses = expectedLosses(link, (await bulk.call('movedBytes')) - before);
    if (losses >= windowLosses) return;
    if (ms > MOST_WINDOW_SECONDS * 1_000) {
      throw new Error(
        `the transfer is too slow: ${losses.toFixed(1)} losses are to be expected in ${MOST_WINDOW_SECONDS} s, and a window is to hold ${windowLosses}`,
      );
    }
    await delay(LOOK_MS);
  }
}

/** The messages of the first seconds, those before the window, and those of the window. */
function bySpan(
  all: readonly Measurement[],
  { firstToMs, fromMs }: { readonly firstToMs: number; readonly fromMs: number },
) {
  const spans = Map.groupBy(all, ({ intendedAtMs }) =>
    intendedAtMs >= fromMs ? 'counted' : intendedAtMs < firstToMs ? 'first' : 'between',
  );
  const of = (span: 'counted' | 'first' | 'between') => spans.get(span) ?? [];
  return { first: of('first'), between: of('between'), counted: of('counted') };
}

function firstLabel(phase: ProbePhase, label: string): string {
  const what = label === LABELS.probe(phase, 'load') ? 'load' : 'event';
  return LABELS.firstProbe(phase, what);
}
