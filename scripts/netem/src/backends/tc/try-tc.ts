import { findOnPath } from '@holbench/process/find-on-path';
import { runTool } from '@holbench/process/run-tool';
import { messageOf } from '@holbench/process/user-error';
import { nextLinkNames } from '../../topology/link-name.ts';
import { ipBatch, removeNamespaces } from '../../topology/namespaces.ts';
import { whyNoNamespaces } from '../../topology/why-no-namespaces.ts';

/** Qdiscs of the shaping. A kernel that has them as modules loads them at the first use. */
const NEEDED = ['netem', 'hfsc'] as const;

/** Tries to shape a device. @returns null when tc can, else what is missing. */
export async function whyNoTc(): Promise<string | null> {
  const why = await whyNoNamespaces();
  if (why !== null) return why;
  if ((await findOnPath(['tc'])) === null) {
    return 'tc is not installed: install iproute2 (Debian, Ubuntu: apt-get install iproute2)';
  }
  return inThrowawayNamespace(async (tc) => {
    for (const kind of NEEDED) {
      try {
        await tc('qdisc', 'replace', 'dev', 'lo', 'root', kind);
      } catch (error) {
        return whyNoQdisc(kind, messageOf(error));
      }
    }
    return null;
  });
}

let seeded: Promise<boolean> | null = null;

/**
 * True where netem's losses can be given a seed: Linux 6.6 and iproute2 6.6. Tried, once per
 * process; an older kernel takes the seed and ignores it, so that it has to be read back.
 */
export function isSeedable(): Promise<boolean> {
  seeded ??= inThrowawayNamespace(async (tc) => {
    try {
      await tc('qdisc', 'add', 'dev', 'lo', 'root', 'netem', 'loss', '1%', 'seed', '7');
      return (await tc('qdisc', 'show', 'dev', 'lo')).includes('seed 7');
    } catch {
      return false;
    }
  });
  return seeded;
}

function whyNoQdisc(kind: string, message: string): string {
  if (!/kind is unknown|No such file/.test(message)) return `tc cannot add ${kind}: ${message}`;
  return (
    `this kernel has no sch_${kind}: try modprobe sch_${kind}, or install the rest of its modules ` +
    '(Ubuntu: linux-modules-extra-$(uname -r); Fedora: kernel-modules-extra)'
  );
}

async function inThrowawayNamespace<T>(
  body: (tc: (...args: string[]) => Promise<string>) => Promise<T>,
): Promise<T> {
  const { link } = nextLinkNames();
  try {
    await ipBatch([`netns add ${link}`]);
    return await body((...args) => runTool('tc', ['-netns', link, ...args]));
  } finally {
    removeNamespaces([link]);
  }
}
