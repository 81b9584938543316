import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { Backend } from '../backend.ts';
import { type EmulatorLimit, type LimitKey, readLimit, writeLimit } from './limit-cache.ts';
import { type LimitStep, measureStep } from './limit-step.ts';

/** In kbit/s, both directions at once, until one does not hold. */
const RATES_KBPS = [25, 100, 200, 400, 800].map((mbps) => mbps * 1000);
/**
 * An emulator holds a rate when 95 of 100 packets are later than on an ideal link by at most this:
 * an overloaded one delays all that come. In the rest are the hiccups of a machine with other work.
 */
const MAX_ADDED_MS = 1;
/** The rate at which the added delay is printed. */
const TYPICAL_KBPS = 100_000;
/** Of a rate, before it counts as not held. */
const TRIES = 3;
/** Below this share of what a step was to offer the probe has met its own limit. */
const LEAST_OFFERED_SHARE = 0.9;

/**
 * Up to which rate a backend emulates a link on this machine without adding more than 1 ms or losing
 * a packet of its own. Takes up to 10 s, then comes from `.cache` for as long as the backend's
 * version and the machine stay the same.
 * @param options `fresh` measures in any case.
 * @throws UserError when the backend emulates nothing or its links cannot be made.
 */
export async function emulatorLimit(
  backend: Backend,
  options: { fresh?: boolean } = {},
): Promise<EmulatorLimit> {
  if (backend.id === 'none') throw new UserError('the backend "none" emulates nothing');
  const key: LimitKey = {
    backend: backend.id,
    backendVersion: await backend.version(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    kernel: release(),
  };
  const path = join(PROJECT_ROOT, '.cache/emulator-limit', `${backend.id}.json`);
  const known = options.fresh === true ? null : await readLimit(path, key);
  if (known !== null) return known;
  const measuredAt = new Date().toISOString();
  const limit = { key, measuredAt, ...limitOf(await measureSteps(backend)) };
  await writeLimit(path, limit);
  return limit;
}

async function measureSteps(backend: Backend): Promise<LimitStep[]> {
  const steps: LimitStep[] = [];
  for (const rateKbps of RATES_KBPS) {
    let step = await measureStep(backend, rateKbps);
    // Again: another program's burst of work is no limit of the emulator's.
    for (let tries = 1; tries < TRIES && whyNotHeld(step) !== null; tries += 1) {
      step = await measureStep(backend, rateKbps);
    }
    steps.push(step);
    if (whyNotHeld(step) !== null) break;
  }
  return steps;
}

/** Null when the emulator held the rate. What the probe could not offer says nothing about it. */
function whyNotHeld({
  rateKbps,
  offeredKbps,
  lost,
  addedMs,
}: LimitStep): 'loss' | 'delay' | 'probe' | null {
  if (offeredKbps < LEAST_OFFERED_SHARE * rateKbps) return 'probe';
  if (lost > 0 || addedMs === null) return 'loss';
  return addedMs.p95 > MAX_ADDED_MS ? 'delay' : null;
}

/** What a series of rising rates, the last of which may have failed, says. */
export function limitOf(
  steps: readonly LimitStep[],
): Pick<EmulatorLimit, 'rateKbps' | 'stoppedBy' | 'addedMs' | 'steps'> {
  const last = steps.at(-1);
  return {
    rateKbps: steps.findLast((step) => whyNotHeld(step) === null)?.rateKbps ?? null,
    stoppedBy: (last && whyNotHeld(last)) ?? 'end of the series',
    addedMs: steps.find(({ rateKbps }) => rateKbps === TYPICAL_KBPS)?.addedMs?.p95 ?? null,
    steps: [...steps],
  };
}
