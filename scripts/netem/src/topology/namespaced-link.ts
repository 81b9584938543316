import { assertNotEnding, cleanUpAtExit } from '@holbench/process/cleanup';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import { findPython } from '../find-python.ts';
import { SIDES } from './sides.ts';
import type { ManagedProcess } from '@holbench/process/managed-process';
import type { BackendId, Link, LinkOptions } from '../backend.ts';
import { type LinkNames, nextLinkNames, removeNamespaces } from './namespaces.ts';
import { configureSide, type SideDevice } from './configure-side.ts';
import { type LinkLossControl, PacketCounter } from './packet-counter.ts';

/** The two sides, joined by what a backend has put between them. */
export interface Connection {
  readonly client: SideDevice;
  readonly server: SideDevice;
  /** Null where the kernel does the work. */
  readonly emulator: ManagedProcess | null;
  readonly losses: LinkLossControl;
  /** Null or absent where the rate is constant. */
  readonly replay?: LinkReplay | null;
}

/** What a backend does about a trace while a link runs. */
export interface LinkReplay {
  rewind(offsetMs: number): Promise<void>;
  /** Where the replay is at a time, in µs since the epoch; null before it was rewound. */
  offsetMs(atUs: number): number | null;
}

/**
 * Makes a link of Linux namespaces: names it, lets the backend connect its two sides, configures
 * them, and removes everything in every case.
 * @param connect makes the namespaces it needs, under exactly these names, and joins them. If it
 * fails, they are removed by name.
 */
export async function startNamespacedLink(
  backend: BackendId,
  options: LinkOptions,
  connect: (names: LinkNames) => Promise<Connection>,
): Promise<Link> {
  assertNotEnding();
  const names = nextLinkNames();
  const all = Object.values(names);
  let emulator: ManagedProcess | null = null;
  let stopping: Promise<void> | null = null;
  const connecting = Promise.resolve().then(() => connect(names));
  const tearDown = async (): Promise<void> => {
    // On Ctrl-C it may still be running, and would make again what is being removed.
    await connecting.catch(() => {});
    await emulator?.stop();
    removeNamespaces(all);
    forget();
  };
  const stop = (): Promise<void> => (stopping ??= tearDown());
  const forget = cleanUpAtExit(stop, () => removeNamespaces(all));
  try {
    const connection = await connecting;
    emulator = connection.emulator;
    assertNotEnding();
    const [client, server] = await Promise.all([
      configureSide('client', connection.client, options.tcp),
      configureSide('server', connection.server, options.tcp),
    ]);
    const sides = { client: client.side, server: server.side };
    let isRewound = false;
    const counter = await PacketCounter.start(sides, options.profile, connection.losses);
    return {
      backend,
      profile: options.profile,
      ...sides,
      emulatorPid: emulator?.pid ?? null,
      ended: endedByItself(emulator, () => stopping !== null),
      sysctls: { ...client.sysctls, ...server.sysctls },
      beginLosses: (seed) => counter.begin(seed),
      armLosses: (losses) => connection.losses.arm(losses),
      packets: () => counter.read(),
      rewind: async (offsetMs) => {
        if (!connection.replay) return false;
        // A replay begins with the first packet, and cannot be moved before. Counters have what never crossed, too.
        if (!isRewound) await sendPacket(client.side);
        isRewound = true;
        await connection.replay.rewind(offsetMs);
        return true;
      },
      traceOffsetMs: (atUs = 1_000 * Date.now()) => connection.replay?.offsetMs(atUs) ?? null,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One small packet to a port where nobody listens. */
async function sendPacket(from: NetworkSide): Promise<void> {
  const code = `import socket; socket.socket(2, 2).sendto(b"", ("${SIDES.server.address}", 9))`;
  const { command, args } = commandIn(from, (await findPython()) ?? 'python3', ['-c', code]);
  await runTool(command, args);
}

async function endedByItself(
  emulator: ManagedProcess | null,
  isStopping: () => boolean,
): Promise<string> {
  await emulator?.ended;
  // Then no early end of an emulator is reported.
  if (emulator === null || isStopping()) return new Promise(() => {});
  return `the ${emulator.name} ended: ${emulator.ending} (log: ${emulator.log.path})`;
}
