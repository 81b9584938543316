import { runTool } from '@holbench/process/run-tool';
import type { Backend } from '../backend.ts';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { ipBatch } from '../topology/namespaces.ts';
import { PLAIN_PROFILE } from './plain-profile.ts';
import { writeConfig } from './rattan/config.ts';
import { RattanLosses } from './rattan/losses.ts';
import { RattanReplay } from './rattan/replay.ts';
import { keepTrace, traceOf } from '../trace/read-trace.ts';
import { findRattan, startEmulator } from './rattan/start-emulator.ts';
import { whyNoLink } from './why-no-link.ts';

/** rattan's ends of its devices. It sends to the addresses of the other ends and accepts any. */
const MACS = { left: '38:7e:58:01:01:02', right: '38:7e:58:02:01:02' };

/** https://github.com/stack-rs/rattan: a path emulator in user space, over AF_PACKET sockets. */
export const rattanBackend: Backend = {
  id: 'rattan',
  async whyUnavailable() {
    if (process.platform !== 'linux' || (await findRattan()) !== null) {
      return whyNoLink(rattanBackend, PLAIN_PROFILE);
    }
    return 'rattan is not installed: ./setup.sh builds it where cargo (https://rustup.rs) is there';
  },
  whyUnsupported: () => null,
  seedsLosses: async () => true,
  async version() {
    const printed = await runTool((await findRattan()) ?? 'rattan', ['--version']);
    return printed.replace(/\n.*/s, '').trim();
  },
  start: (options) =>
    startNamespacedLink('rattan', options, async ({ client, server, link }) => {
      const config = await writeConfig(options);
      const trace = traceOf(options.profile);
      if (trace !== null) await keepTrace(trace);
      await ipBatch([`netns add ${link}`]);
      // rattan is told there to rewind.
      if (trace !== null) await runTool('ip', ['-n', link, 'link', 'set', 'lo', 'up']);
      const emulator = await startEmulator(link, config, options.logFolder);
      const { left, right, id } = emulator;
      const losses = new RattanLosses(emulator.process.pid, options.profile);
      await losses.begin(options.seed);
      const replay = trace && new RattanReplay(emulator.process.pid, trace);
      await ipBatch([`netns attach ${client} ${left}`, `netns attach ${server} ${right}`]);
      return {
        client: { namespace: client, device: `vL1-L-${id}`, nextHopMac: MACS.left },
        server: { namespace: server, device: `vR1-R-${id}`, nextHopMac: MACS.right },
        emulator: emulator.process,
        losses,
        replay,
      };
    }),
};
