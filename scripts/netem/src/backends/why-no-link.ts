import { temporaryFolder } from '@holbench/process/temporary-folder';
import { findOnPath } from '@holbench/process/find-on-path';
import { messageOf } from '@holbench/process/user-error';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Backend, TcpSettings } from '../backend.ts';
import { findPython } from '../find-python.ts';
import { DEFAULT_TCP } from '../tcp-options.ts';

/**
 * Tries whether a backend of namespaces works: makes a link and removes it.
 * @param changes of TCP's settings, which the kernel may lack.
 * @returns null, or what is missing.
 */
export async function whyNoLink(
  backend: Pick<Backend, 'start'>,
  profile: NetworkProfile,
  changes: Partial<TcpSettings> = {},
): Promise<string | null> {
  if (process.platform !== 'linux') return 'network namespaces exist on Linux only';
  if ((await findOnPath(['ip'])) === null) {
    return 'ip is not installed: install iproute2 (Debian, Ubuntu: apt-get install iproute2)';
  }
  if ((await findPython()) === null) {
    return 'python3, which measures networks, is not installed: install it';
  }
  if (process.getuid?.() !== 0) return 'it needs root: run with sudo';
  await using folder = await temporaryFolder('try');
  try {
    const tcp = { ...DEFAULT_TCP, congestionControl: 'reno', ...changes };
    await using _link = await backend.start({ profile, seed: 1, tcp, logFolder: folder.path });
    return null;
  } catch (error) {
    return `it does not work here: ${messageOf(error)}`;
  }
}
