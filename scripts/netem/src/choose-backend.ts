import type { NetworkProfile } from '@holbench/results/network-profile';
import { Option } from 'commander';
import type { Backend, BackendId } from './backend.ts';
import { noneBackend } from './backends/none.ts';
import { PLAIN_PROFILE } from './backends/plain-profile.ts';
import { rattanBackend } from './backends/rattan.ts';
import { tcBackend } from './backends/tc.ts';
import { whyNoLink } from './backends/why-no-link.ts';
import { LOOPBACK } from './profiles.ts';

/** In order of preference: the kernel before a process, and no emulator where nothing is shaped. */
export const BACKENDS: readonly Backend[] = [noneBackend, tcBackend, rattanBackend];

/** `why` is one line: why this backend, or why none and what would help. */
export type BackendChoice = { backend: Backend; why: string } | { backend: null; why: string };

/** Only root can make networks. */
const NEEDS_ROOT =
  'an emulated network needs root: run it as root, or allow passwordless sudo for this user';

const WHY_LOOPBACK = 'loopback is the machine’s own device, which nothing emulates or certifies';

/** `--backend`, the same in all commands. An unknown name is an error that lists the known ones. */
export function backendOption(): Option {
  const names = BACKENDS.map(({ id }) => id);
  return new Option(
    '--backend <name>',
    'backend of the networks (default: the first that works)',
  ).choices(names);
}

/**
 * Chooses the first of `BACKENDS` that can make the profile and works on this machine, or only
 * `forced`.
 */
export async function chooseBackend(
  profile: NetworkProfile,
  forced?: BackendId,
): Promise<BackendChoice> {
  if (profile.id === LOOPBACK) return { backend: null, why: WHY_LOOPBACK };
  if (process.getuid?.() !== 0) return { backend: null, why: NEEDS_ROOT };
  return chooseAmong(
    forced === undefined ? BACKENDS : BACKENDS.filter(({ id }) => id === forced),
    profile,
  );
}

/** The same for any backends; those that cannot make the profile are not tried. */
export async function chooseAmong(
  backends: readonly Backend[],
  profile: NetworkProfile,
): Promise<BackendChoice> {
  const refusals: string[] = [];
  for (const backend of backends) {
    const why = backend.whyUnsupported(profile) ?? (await whyUnavailable(backend));
    if (why === null) {
      const reason = backend.id === 'none' ? 'nothing to emulate' : `${backend.id} works here`;
      return { backend, why: [reason, ...refusals].join('; ') };
    }
    // For a shaped profile, the refusal of `none` is no useful reason.
    if (backend.id !== 'none' || backends.length === 1) refusals.push(`${backend.id}: ${why}`);
  }
  return { backend: null, why: `nothing here can make ${profile.id}: ${refusals.join('; ')}` };
}

/** Tries `--pacing fq` on a plain cable. @returns null when it works on this machine, else the reason and the remedy. */
export function whyNoPacing(): Promise<string | null> {
  return whyNoLink(noneBackend, PLAIN_PROFILE, { pacing: 'fq' });
}

const tried = new WeakMap<Backend, Promise<string | null>>();

/** `backend.whyUnavailable()`, once per process: trying costs time. */
export function whyUnavailable(backend: Backend): Promise<string | null> {
  const known = tried.get(backend) ?? backend.whyUnavailable();
  tried.set(backend, known);
  return known;
}
