import { messageOf, UserError } from '@holbench/process/user-error';
import { runTool } from '@holbench/process/run-tool';
import type { Backend } from '../backend.ts';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { linuxVersion } from '../topology/namespaces.ts';
import { whyNoSuchBursts } from './gilbert.ts';
import { connectThroughMiddle, WAYS } from './tc/middle.ts';
import { shapingCommands } from './tc/shaping.ts';
import { isSeedable, whyNoTc } from './tc/try-tc.ts';

/** The kernel's own traffic control (netem, HFSC), in a namespace that routes between the sides. */
export const tcBackend: Backend = {
  id: 'tc',
  whyUnavailable: whyNoTc,
  whyUnsupported: whyNoSuchBursts,
  seedsLosses: isSeedable,
  async version() {
    const losses = (await isSeedable())
      ? 'losses seeded'
      : 'losses not seeded (which takes Linux 6.6 and iproute2 6.6)';
    return `${await linuxVersion()}, ${losses}`;
  },
  start: (options) =>
    startNamespacedLink('tc', options, async (names) => {
      const { profile, seed } = options;
      const connection = await connectThroughMiddle(names);
      const isSeeded = await isSeedable();
      // Each direction draws its losses from a sequence of its own.
      const commands = [
        ...shapingCommands(WAYS.down, profile.down, isSeeded ? 2 * seed : null),
        ...shapingCommands(WAYS.up, profile.up, isSeeded ? 2 * seed + 1 : null),
      ];
      const input = `${commands.join('\n')}\n`;
      await runTool('tc', ['-netns', names.link, '-batch', '-'], { input }).catch(
        (error: unknown) => {
          throw new UserError(`tc cannot make the network ${profile.id}: ${messageOf(error)}`);
        },
      );
      return connection;
    }),
};
