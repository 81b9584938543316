import { assertNotEnding, cleanUpAtExit } from '@holbench/process/cleanup';
import type { ManagedProcess } from '@holbench/process/managed-process';
import type { BackendId, Link, LinkOptions } from '../backend.ts';
import { type LinkNames, nextLinkNames } from './link-name.ts';
import { removeNamespaces, removeNamespacesNow } from './namespaces.ts';
import { configureSide, type Side } from './configure-side.ts';

/** What a backend has put between the two sides. */
export interface Connection {
  readonly client: Side;
  readonly server: Side;
  /** Null where the kernel does the work. */
  readonly emulator: ManagedProcess | null;
}

/**
 * Makes a link of Linux namespaces: names it, has the backend connect its two sides, configures
 * those, and removes everything on every way out.
 * @param connect makes the namespaces it needs, under exactly these names, and joins them. What it
 * leaves half done when it fails is removed by its names.
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
    // On Ctrl-C it may be under way, and would go on making what is being removed.
    await connecting.catch(() => {});
    await emulator?.stop();
    await removeNamespaces(all);
    forget();
  };
  const stop = (): Promise<void> => (stopping ??= tearDown());
  const forget = cleanUpAtExit(stop, () => removeNamespacesNow(all));
  try {
    const connection = await connecting;
    emulator = connection.emulator;
    assertNotEnding();
    const [client, server] = await Promise.all([
      configureSide('client', connection.client, options.tcp),
      configureSide('server', connection.server, options.tcp),
    ]);
    return {
      backend,
      profile: options.profile,
      client: client.place,
      server: server.place,
      emulatorPid: emulator?.pid ?? null,
      ended: endedByItself(emulator, () => stopping !== null),
      sysctls: client.sysctls,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function endedByItself(
  emulator: ManagedProcess | null,
  isStopping: () => boolean,
): Promise<string> {
  await emulator?.ended;
  // Then there is nothing to report, ever.
  if (emulator === null || isStopping()) return new Promise(() => {});
  return `the ${emulator.name} ended: ${emulator.ending} (log: ${emulator.log.path})`;
}
