import { findOnPath } from '@holbench/process/find-on-path';
import { messageOf } from '@holbench/process/user-error';
import { findPython } from '../find-python.ts';
import { nextLinkNames } from './link-name.ts';
import { ipBatch, removeNamespaces } from './namespaces.ts';

/** @returns null when this process can make network namespaces (it tries to), else what is missing. */
export async function whyNoNamespaces(): Promise<string | null> {
  if (process.platform !== 'linux') return 'network namespaces exist on Linux only';
  if ((await findOnPath(['ip'])) === null) {
    return 'ip is not installed: install iproute2 (Debian, Ubuntu: apt-get install iproute2)';
  }
  if ((await findPython()) === null) {
    return 'python3, which measures networks, is not installed: install it';
  }
  const { link } = nextLinkNames();
  try {
    await ipBatch([
      `netns add ${link}`,
      `link add veth0 netns ${link} type veth peer name veth1 netns ${link}`,
    ]);
    return null;
  } catch (error) {
    if (process.getuid?.() !== 0) return 'it needs root: run with sudo';
    return `this machine does not let root make network namespaces: ${messageOf(error)}`;
  } finally {
    removeNamespaces([link]);
  }
}
