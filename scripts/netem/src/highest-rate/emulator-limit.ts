import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { readCache, writeCache } from '@holbench/process/cache-file';
import { UserError } from '@holbench/process/user-error';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import * as v from 'valibot';
import type { Backend } from '../backend.ts';
import { type LimitStep, measureStep } from './limit-step.ts';

const STOPPED_BY = {
  loss: 'beyond it loses packets of its own',
  delay: 'beyond it adds more than 1 ms',
  measurement: 'beyond, the measurement cannot send more',
  'end of the series': 'no higher rate was tried',
} as const;

const EmulatorLimit = v.strictObject({
  /** Highest rate at which it lost nothing and added at most 1 ms; null for none. */
  rateKbps: v.nullable(v.number()),
  /** Why the series went no further. */
  stoppedBy: v.picklist(['loss', 'delay', 'measurement', 'end of the series']),
  /** 95th percentile of the added delay at 100 Mbit/s; null when the series did not get there. */
  addedMs: v.nullable(v.number()),
});
export type EmulatorLimit = v.InferOutput<typeof EmulatorLimit>;

/** Rates to try, both directions at once, until one fails. */
const RATES_KBPS = [25, 100, 200, 400, 800].map((mbps) => mbps * 1000);
/**
 * An emulator holds a rate when 95 of 100 packets arrive at most this much later than on an ideal
 * link. An overloaded one delays all packets; the other 5 allow for other programs on the machine.
 */
const MAX_ADDED_MS = 1;
/** The rate at which the added delay is printed. */
const TYPICAL_KBPS = 100_000;
/** Measurements of a rate, before it counts as not held. */
const TRIES = 3;
/** Below this share of the intended rate, the measurement itself is the limit. */
const LEAST_OFFERED_SHARE = 0.9;

/**
 * Highest rate at which a backend adds at most 1 ms on this machine and loses no packet by itself.
 * Takes up to 10 s; then it is cached in `.cache` until the backend's version or the machine
 * changes.
 * @throws UserError when the backend emulates nothing or its links cannot be made.
 */
export async function emulatorLimit(backend: Backend): Promise<EmulatorLimit> {
  if (backend.id === 'none') throw new UserError('the backend "none" emulates nothing');
  const cpu = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  const key = [backend.id, await backend.version(), cpu, release()].join(', ');
  const path = join(PROJECT_ROOT, '.cache/emulator-limit', `${backend.id}.json`);
  const known = await readCache(path, key, EmulatorLimit);
  if (known !== null) return known;
  const limit = limitOf(await measureSteps(backend));
  await writeCache(path, key, limit);
  return limit;
}

async function measureSteps(backend: Backend): Promise<LimitStep[]> {
  const steps: LimitStep[] = [];
  for (const rateKbps of RATES_KBPS) {
    let step = await measureStep(backend, rateKbps);
    // Repeated, because a burst of other work is no limit of the emulator.
    for (let tries = 1; tries < TRIES && whyNotHeld(step) !== null; tries += 1) {
      step = await measureStep(backend, rateKbps);
    }
    steps.push(step);
    if (whyNotHeld(step) !== null) break;
  }
  return steps;
}

/** Null when the emulator held the rate. */
function whyNotHeld(step: LimitStep): 'loss' | 'delay' | 'measurement' | null {
  const { rateKbps, offeredKbps, lost, addedMs } = step;
  if (offeredKbps < LEAST_OFFERED_SHARE * rateKbps) return 'measurement';
  if (lost > 0 || addedMs === null) return 'loss';
  return addedMs > MAX_ADDED_MS ? 'delay' : null;
}

/** Verdict of a series of rising rates, the last of which may have failed. */
export function limitOf(steps: readonly LimitStep[]): EmulatorLimit {
  const last = steps.at(-1);
  return {
    rateKbps: steps.findLast((step) => whyNotHeld(step) === null)?.rateKbps ?? null,
    stoppedBy: (last && whyNotHeld(last)) ?? 'end of the series',
    addedMs: steps.find(({ rateKbps }) => rateKbps === TYPICAL_KBPS)?.addedMs ?? null,
  };
}

/** One line, such as for `doctor`. */
export function formatLimit({ rateKbps, stoppedBy, addedMs }: EmulatorLimit): string {
  const rate = rateKbps === null ? 'no rate' : `${rateKbps / 1000} Mbit/s in both directions`;
  const added = addedMs === null ? '' : `, adds ${addedMs.toFixed(2)} ms (p95) at 100 Mbit/s`;
  return `holds ${rate} (${STOPPED_BY[stoppedBy]})${added}`;
}
