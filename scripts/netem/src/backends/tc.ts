import { findOnPath } from '@holbench/process/find-on-path';
import { runTool } from '@holbench/process/run-tool';
import { messageOf, UserError } from '@holbench/process/user-error';
import type { Backend } from '../backend.ts';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { ipBatch, linuxVersion, nextLinkNames, removeNamespaces } from '../topology/namespaces.ts';
import { seedsOf, whyNoTrace } from './gilbert.ts';
import { PLAIN_DIRECTION } from './plain-profile.ts';
import { TcLosses } from './tc/losses.ts';
import { connectThroughMiddle, DEVICES } from './tc/middle.ts';
import { shapingCommands } from './tc/shaping.ts';
import { whyNoLink } from './why-no-link.ts';

/** The kernel's own traffic control (netem, HFSC), in a namespace that routes between the sides. */
export const tcBackend: Backend = {
  id: 'tc',
  whyUnavailable,
  whyUnsupported: whyNoTrace,
  seedsLosses: isSeedable,
  async version() {
    const losses = (await isSeedable())
      ? 'losses seeded'
      : 'losses not seeded (which takes Linux 6.6 and iproute2 6.6)';
    return `${await linuxVersion()}, ${losses}`;
  },
  start: (options) =>
    startNamespacedLink('tc', options, async (names) => {
      const { profile } = options;
      const sides = await connectThroughMiddle(names);
      const isSeeded = await isSeedable();
      const seeds = seedsOf(options.seed);
      const commands = [
        ...shapingCommands(DEVICES.down, profile.down, isSeeded ? seeds.down : null),
        ...shapingCommands(DEVICES.up, profile.up, isSeeded ? seeds.up : null),
      ];
      const input = `${commands.join('\n')}\n`;
      await runTool('tc', ['-netns', names.link, '-batch', '-'], { input }).catch(
        (error: unknown) => {
          throw new UserError(`tc cannot make the network ${profile.id}: ${messageOf(error)}`);
        },
      );
      const losses = new TcLosses(names.link, profile, isSeeded);
      return { ...sides, emulator: null, losses };
    }),
};

/** A rate needs HFSC as well as netem. A kernel with modules loads them at first use. */
async function whyUnavailable(): Promise<string | null> {
  if ((await findOnPath(['tc'])) === null) {
    return 'tc is not installed: install iproute2 (Debian, Ubuntu: apt-get install iproute2)';
  }
  const limited = { ...PLAIN_DIRECTION, rateKbps: 1000 };
  const why = await whyNoLink(tcBackend, { id: 'try', down: limited, up: limited });
  if (why === null || !/kind is unknown|No such file/.test(why)) return why;
  return (
    'this kernel has no sch_netem or sch_hfsc: try modprobe, or install the rest of its modules ' +
    '(Ubuntu: linux-modules-extra-$(uname -r); Fedora: kernel-modules-extra)'
  );
}

let seeded: Promise<boolean> | null = null;

/**
 * True where netem's losses can be seeded: Linux 6.6 and iproute2 6.6. Tried once per process. An
 * older kernel accepts the seed and ignores it, so it must be read back.
 */
function isSeedable(): Promise<boolean> {
  seeded ??= showsSeed().catch(() => false);
  return seeded;
}

async function showsSeed(): Promise<boolean> {
  const { link } = nextLinkNames();
  const tc = (...args: string[]): Promise<string> => runTool('tc', ['-netns', link, ...args]);
  try {
    await ipBatch([`netns add ${link}`]);
    await tc('qdisc', 'add', 'dev', 'lo', 'root', 'netem', 'loss', '1%', 'seed', '7');
    return (await tc('qdisc', 'show', 'dev', 'lo')).includes('seed 7');
  } finally {
    removeNamespaces([link]);
  }
}
