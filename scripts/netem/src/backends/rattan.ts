import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@holbench/process/user-error';
import { runTool } from '@holbench/process/run-tool';
import type { Backend } from '../backend.ts';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { ipBatch } from '../topology/namespaces.ts';
import { whyNoNamespaces } from '../topology/why-no-namespaces.ts';
import { whyNoSuchBursts } from './gilbert.ts';
import { PLAIN_PROFILE } from './plain-profile.ts';
import { writeConfig } from './rattan/config.ts';
import { findRattan, startEmulator } from './rattan/start-emulator.ts';

/** rattan's own ends of its devices; it sends to the addresses of the others and takes any. */
const MACS = { left: '38:7e:58:01:01:02', right: '38:7e:58:02:01:02' };

/** https://github.com/stack-rs/rattan: a path emulator in user space, over AF_PACKET sockets. */
export const rattanBackend: Backend = {
  id: 'rattan',
  whyUnavailable,
  whyUnsupported: whyNoSuchBursts,
  seedsLosses: async () => true,
  async version() {
    const [version = ''] = (await runTool((await findRattan()) ?? 'rattan', ['--version'])).split(
      '\n',
    );
    return version.trim();
  },
  start: (options) =>
    startNamespacedLink('rattan', options, async ({ client, server, link }) => {
      const config = await writeConfig(options);
      await ipBatch([`netns add ${link}`]);
      const emulator = await startEmulator(link, config, options.logFolder);
      const { left, right, id } = emulator;
      await ipBatch([`netns attach ${client} ${left}`, `netns attach ${server} ${right}`]);
      return {
        client: { namespace: client, device: `vL1-L-${id}`, nextHopMac: MACS.left },
        server: { namespace: server, device: `vR1-R-${id}`, nextHopMac: MACS.right },
        emulator: emulator.process,
      };
    }),
};

/** Tries a link without any shaping. */
async function whyUnavailable(): Promise<string | null> {
  const why = await whyNoNamespaces();
  if (why !== null) return why;
  if ((await findRattan()) === null) {
    return 'rattan is not installed: ./setup.sh builds it where cargo (https://rustup.rs) is there';
  }
  const logFolder = await mkdtemp(join(tmpdir(), 'holbench-rattan-'));
  try {
    const tcp = { congestionControl: 'reno', notsentLowatBytes: null };
    await using _link = await rattanBackend.start({
      profile: PLAIN_PROFILE,
      seed: 1,
      tcp,
      logFolder,
    });
    return null;
  } catch (error) {
    return `it does not start: ${messageOf(error)}`;
  } finally {
    await rm(logFolder, { recursive: true });
  }
}
