import {
  BACKENDS,
  chooseBackend,
  whyNoPacing,
  whyUnavailable,
} from '@holbench/netem/choose-backend';
import { emulatedProfiles } from '@holbench/netem/profiles';
import type { Backend, BackendId } from '@holbench/netem/backend';
import { emulatorLimit, formatLimit } from '@holbench/netem/highest-rate/emulator-limit';
import { lockMachine } from '@holbench/netem/lock';
import { UserError } from '@holbench/process/user-error';
import { isShaped } from '@holbench/results/is-shaped';

/** Whether one way to make networks works here; `reason` names the remedy. */
export interface BackendDiagnosis {
  readonly id: BackendId;
  readonly works: boolean;
  readonly reason: string | null;
  /** Null where it does not work. */
  readonly version: string | null;
}

/** Whether one of the lab's networks can be made here. */
export interface NetworkDiagnosis {
  readonly id: string;
  /** `loopback`: unshaped, on this machine's loopback; not for comparing networks. */
  readonly runs: 'emulated' | 'loopback' | 'no';
  readonly backend: BackendId | null;
  /** Why this backend, or why none. */
  readonly why: string;
}

export interface NetworksDiagnosis {
  /** In order of preference. */
  readonly backends: readonly BackendDiagnosis[];
  /** Limit of the emulator here; null without one. */
  readonly limit: LimitDiagnosis | null;
  readonly networks: readonly NetworkDiagnosis[];
  /** Whether `--pacing fq` works here; `reason` names the remedy. */
  readonly pacing: { readonly works: boolean; readonly reason: string | null };
}

/** Tries every backend on this machine. */
export async function diagnoseNetworks(): Promise<NetworksDiagnosis> {
  const backends = [];
  // One after the other, because each makes a network.
  for (const backend of BACKENDS) backends.push(await diagnoseBackend(backend));
  const networks: NetworkDiagnosis[] = [];
  let emulator: Backend | null = null;
  for (const profile of emulatedProfiles()) {
    const { backend, why } = await chooseBackend(profile);
    const without = isShaped(profile) ? 'no' : 'loopback';
    const runs = backend ? 'emulated' : without;
    networks.push({ id: profile.id, runs, backend: backend?.id ?? null, why });
    if (isShaped(profile)) emulator ??= backend;
  }
  const limit = emulator && (await diagnoseLimit(emulator));
  const reason = await whyNoPacing();
  return { backends, limit, networks, pacing: { works: reason === null, reason } };
}

async function diagnoseBackend(backend: Backend): Promise<BackendDiagnosis> {
  const reason = await whyUnavailable(backend);
  const version = reason === null ? await backend.version() : null;
  return { id: backend.id, works: reason === null, reason, version };
}

/** Rate up to which the emulator is accurate on this machine. */
export interface LimitDiagnosis {
  readonly backend: BackendId;
  /** Highest rate at which it adds at most 1 ms and loses nothing, kbit/s; null: none, or unknown. */
  readonly rateKbps: number | null;
  /** The same as text, or why it is unknown. */
  readonly text: string;
}

/** A cached limit needs no notice. */
const NOTICE_AFTER_MS = 500;

/** Measures the limit unless it is cached; that takes up to 10 s and prints a notice. */
async function diagnoseLimit(backend: Backend): Promise<LimitDiagnosis> {
  const notice = setTimeout(() => {
    console.error(`holbench: measuring up to which rate ${backend.id} is accurate, up to 10 s`);
  }, NOTICE_AFTER_MS);
  try {
    await using _lock = await lockMachine('pnpm run doctor');
    const limit = await emulatorLimit(backend);
    return { backend: backend.id, rateKbps: limit.rateKbps, text: formatLimit(limit) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { backend: backend.id, rateKbps: null, text: `not measured: ${error.message}` };
  } finally {
    clearTimeout(notice);
  }
}
