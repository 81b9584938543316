import {
  BACKENDS,
  chooseBackend,
  whyNoPacing,
  whyUnavailable,
} from '@holbench/netem/choose-backend';
import { emulatedProfiles } from '@holbench/netem/profiles';
import type { Backend, BackendId } from '@holbench/netem/backend';
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
  for (const profile of emulatedProfiles()) {
    const { backend, why } = await chooseBackend(profile);
    const without = isShaped(profile) ? 'no' : 'loopback';
    const runs = backend ? 'emulated' : without;
    networks.push({ id: profile.id, runs, backend: backend?.id ?? null, why });
  }
  const reason = await whyNoPacing();
  return { backends, networks, pacing: { works: reason === null, reason } };
}

async function diagnoseBackend(backend: Backend): Promise<BackendDiagnosis> {
  const reason = await whyUnavailable(backend);
  const version = reason === null ? await backend.version() : null;
  return { id: backend.id, works: reason === null, reason, version };
}
