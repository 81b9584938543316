import { setTimeout as delay } from 'node:timers/promises';
import type { CellPhase } from '@holbench/results/cell';
import type { Measurement, ProbePhase } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { inDirection } from '../../planned-seconds.ts';
import { scheduleSeed } from '../../cell-seeds.ts';
import type { CellRun } from '../../port/cell-run.ts';
import type { Direction } from '../../scenario.ts';
import type { BesideBulkPage, Load } from './load.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import type { ProbeSpec } from './specs.ts';
import {
  expectedLosses,
  firstMs,
  leastWindowSeconds,
  MOST_WINDOW_SECONDS,
  WARMUP_MS,
} from './timing.ts';

/** How many more losses are expected than asked for: bins that a window cuts are not counted later. */
const LOSS_MARGIN = 1.02;

/** How often the losses of a window are looked at that is to hold more of them. */
const LOOK_MS = 1_000;

export type MeasuredPhase = Pick<CellPhase, 'connections' | 'ramp' | 'bulk'> & {
  readonly window: NonNullable<CellPhase['window']>;
};

/**
 * Warm-up of the messages; the load until its goodput is stable, with messages beside it from its
 * first bytes on; then the window, whose messages count.
 * @param load null without a transfer.
 */
export async function measurePhase(
  run: CellRun,
  own: BesideBulkPage,
  load: Load | null,
  { phase, direction }: { readonly phase: ProbePhase; readonly direction: Direction },
): Promise<MeasuredPhase> {
  const { id, seed, network, workload, factors } = run.cell;
  const { probesPerSecond } = workload;
  const timeoutMs = PROBE_DEADLINE_MS;
  // Of its own in each cell: those side by side would send, and read the clock for it, together.
  const schedule = { scheduleSeed: scheduleSeed(id, seed, phase), probesPerSecond };
  const probes: ProbeSpec = { phase, seed, timeoutMs, ...schedule };

  await own.call('beginProbes', probes);
  await delay(WARMUP_MS);
  run.record(await own.call('endProbes'), { warmup: true });

  await load?.begin();
  await own.call('beginProbes', probes);
  const beganAtMs = await own.call('now');
  const ramp = load && (await load.ramp());
  const fromMs = await own.call('now');
  await window(run, load, direction);
  const connections = await run.countConnections();
  const toMs = await own.call('now');
  // The load goes on until the last probe is answered, so that no probe meets an emptying queue.
  const spans = bySpan(await own.call('endProbes'), {
    // Without a transfer nothing begins.
    firstToMs: load ? Math.min(fromMs, beganAtMs + firstMs(network)) : -Infinity,
    fromMs,
    toMs,
  });
  run.record(spans.first.map((each) => ({ ...each, label: firstLabel(phase, each.label) })));
  run.record(spans.rest, { warmup: true });
  run.record(spans.counted);
  const moved = load && (await load.end());
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

/**
 * Lasts as long as asked for, and until the load has moved so much that the losses to be expected are
 * as many as asked for. @throws Error when that takes too long.
 */
async function window(run: CellRun, load: Load | null, direction: Direction): Promise<void> {
  const { network, workload } = run.cell;
  const link = inDirection(network.profile, direction);
  const before = (await load?.movedBytes()) ?? 0;
  const leastMs = leastWindowSeconds(workload) * 1_000;
  await delay(leastMs);
  if (load === null || link.lossFraction === 0) return;
  const { windowLosses } = workload;
  for (let ms = leastMs; ; ms += LOOK_MS) {
    const losses = expectedLosses(link, (await load.movedBytes()) - before);
    if (losses >= LOSS_MARGIN * windowLosses) return;
    if (ms > MOST_WINDOW_SECONDS * 1_000) {
      throw new Error(
        `the transfer is too slow: ${losses.toFixed(1)} losses are to be expected in ${MOST_WINDOW_SECONDS} s, and a window is to hold ${windowLosses}`,
      );
    }
    await delay(LOOK_MS);
  }
}

/** The messages of the first seconds, those of the window, and the rest: before it and after it. */
function bySpan(
  all: readonly Measurement[],
  window: { readonly firstToMs: number; readonly fromMs: number; readonly toMs: number },
) {
  const spanOf = ({ intendedAtMs }: Measurement) => {
    if (intendedAtMs < window.firstToMs) return 'first';
    return intendedAtMs >= window.fromMs && intendedAtMs < window.toMs ? 'counted' : 'rest';
  };
  const spans = Map.groupBy(all, spanOf);
  const of = (span: 'first' | 'counted' | 'rest') => spans.get(span) ?? [];
  return { first: of('first'), counted: of('counted'), rest: of('rest') };
}

function firstLabel(phase: ProbePhase, label: string): string {
  const what = label === LABELS.probe(phase, 'load') ? 'load' : 'event';
  return LABELS.firstProbe(phase, what);
}
