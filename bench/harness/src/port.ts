import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import getPort from 'get-port';
import { udpSocket } from './address.ts';
import { UserError } from '@holbench/process/user-error';

/**
 * Checks that a port can be bound. QUIC needs this check: Caddy binds with SO_REUSEPORT, so a
 * second one would silently share the first one's packets.
 * @throws UserError when it is in use or unavailable.
 */
export async function assertPortFree(
  host: string,
  port: number,
  transport: 'tcp' | 'udp',
): Promise<void> {
  try {
    await (transport === 'tcp' ? bindTcp(host, port) : bindUdp(host, port));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UserError(
      code === 'EADDRINUSE'
        ? `port ${port} on ${host} is in use; choose another with --port`
        : `cannot listen on ${host}:${port} (${String(code)}); choose another --host or --port`,
    );
  }
}

/**
 * Below the ports that kernels give to outgoing connections (Linux from 32768, macOS from 49152): one of those
 * could be taken between the choice and the start of the server.
 */
const SERVER_PORTS = [20_000, 30_000] as const;
const CANDIDATES = 32;

/** A port of `host` that is free for both TCP and UDP. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    // get-port does not hand out the same port twice in this process within half a minute.
    const candidates = Array.from({ length: CANDIDATES }, () => randomInt(...SERVER_PORTS));
    const port = await getPort({ host, port: candidates });
    const free = await bindUdp(host, port).then(
      () => true,
      () => false,
    );
    if (free) return port;
  }
}

async function bindTcp(host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function bindUdp(host: string, port: number): Promise<void> {
  const socket = udpSocket(host);
  const bound = once(socket, 'listening');
  try {
    socket.bind(port, host);
    await bound;
  } finally {
    socket.close();
  }
}
