import { UserError } from '@holbench/process/user-error';
import { runTool } from '@holbench/process/run-tool';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Backend, LinkOptions } from '../backend.ts';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { runScript } from '../topology/run-script.ts';
import { whyNoSuchBursts } from './gilbert.ts';
import { connectThroughMiddle, WAYS } from './tc/middle.ts';
import { shapingCommands } from './tc/shaping.ts';
import { isSeedable, whyNoTc } from './tc/try-tc.ts';

/** The kernel's own traffic control (netem, HFSC), in a namespace that routes between the sides. */
export const tcBackend: Backend = {
  id: 'tc',
  whyUnavailable: whyNoTc,
  whyUnsupported,
  async version() {
    const [kernel, tc, seedable] = await Promise.all([
      runTool('uname', ['-r']),
      runTool('tc', ['-Version']),
      isSeedable(),
    ]);
    const iproute = /iproute2-([\w.]+)/.exec(tc)?.[1] ?? tc.trim();
    const losses = seedable
      ? 'losses seeded'
      : 'losses not seeded (which takes Linux 6.6 and iproute2 6.6)';
    return `kernel ${kernel.trim()}, iproute2 ${iproute}, ${losses}`;
  },
  start: (options) =>
    startNamespacedLink('tc', options, async (names) => {
      const connection = await connectThroughMiddle(names);
      const commands = await allCommands(options);
      await runScript('tc', ['-netns', names.link, '-batch', '-'], commands).catch(
        (error: Error) => {
          const { id } = options.profile;
          throw new UserError(`tc cannot make the network ${id}: ${error.message}`);
        },
      );
      return connection;
    }),
};

function whyUnsupported({ down, up }: NetworkProfile): string | null {
  return (
    whyNoSuchBursts(down.lossFraction, down.lossBurstPackets) ??
    whyNoSuchBursts(up.lossFraction, up.lossBurstPackets)
  );
}

/** Each direction draws its losses from a sequence of its own. */
async function allCommands({ profile, seed }: LinkOptions): Promise<string> {
  const seedable = await isSeedable();
  return [
    ...shapingCommands(WAYS.down, profile.down, seedable ? 2 * seed : null),
    ...shapingCommands(WAYS.up, profile.up, seedable ? 2 * seed + 1 : null),
    '',
  ].join('\n');
}
