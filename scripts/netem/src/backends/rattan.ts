import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import { runTool } from '@holbench/process/run-tool';
import type { Backend } from '../backend.ts';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { ipBatch } from '../topology/namespaces.ts';
import { whyNoNamespaces } from '../topology/why-no-namespaces.ts';
import { PLAIN_PROFILE } from './plain-profile.ts';
import { writeConfig } from './rattan/config.ts';
import { findRattan } from './rattan/find-rattan.ts';
import { whyNoSuchBursts } from './gilbert.ts';
import { startEmulator } from './rattan/start-emulator.ts';

/** rattan's own ends of its devices; it sends to the addresses of the others and takes any. */
const MACS = { left: '38:7e:58:01:01:02', right: '38:7e:58:02:01:02' };

/** https://github.com/stack-rs/rattan: a path emulator in user space, over AF_PACKET sockets. */
export const rattanBackend: Backend = {
  id: 'rattan',
  whyUnavailable,
  whyUnsupported: ({ down, up }) =>
    whyNoSuchBursts(down.lossFraction, down.lossBurstPackets) ??
    whyNoSuchBursts(up.lossFraction, up.lossBurstPackets),
  async version() {
    const rattan = await findRattan();
    if (rattan === null) throw new UserError('rattan is not installed: run ./setup.sh');
    const [version = ''] = (await runTool(rattan, ['--version'])).split('\n');
    return version.trim();
  },
  start: (options) =>
    startNamespacedLink('rattan', options, async ({ client, server, link }) => {
      const config = await writeConfig(options);
      await ipBatch([`netns add ${link}`]);
      const {
        process: emulator,
        left,
        right,
        id,
      } = await startEmulator(link, config, options.logFolder);
      await ipBatch([`netns attach ${client} ${left}`, `netns attach ${server} ${right}`]);
      return {
        client: { namespace: client, device: `vL1-L-${id}`, nextHopMac: MACS.left },
        server: { namespace: server, device: `vR1-R-${id}`, nextHopMac: MACS.right },
        emulator,
      };
    }),
};

/** Tried, on a link without any shaping. */
async function whyUnavailable(): Promise<string | null> {
  const why = await whyNoNamespaces();
  if (why !== null) return why;
  if ((await findRattan()) === null) {
    return 'rattan is not installed: ./setup.sh builds it where cargo (https://rustup.rs) is there';
  }
  const logFolder = await mkdtemp(join(tmpdir(), 'holbench-rattan-'));
  try {
    const link = await rattanBackend.start({
      profile: PLAIN_PROFILE,
      seed: 1,
      tcp: { congestionControl: 'reno', notsentLowatBytes: null },
      logFolder,
    });
    await link.stop();
    return null;
  } catch (error) {
    return `it does not start: ${(error as Error).message}`;
  } finally {
    await rm(logFolder, { recursive: true });
  }
}
