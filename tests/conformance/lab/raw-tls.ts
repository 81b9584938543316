import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { httpProtocol } from '@holbench/variants/protocols';
import type { Variant } from '@holbench/variants/registry';

const GARBAGE = Buffer.from('\0\x01holbench\xff is no protocol\r\n\r\n'.repeat(50), 'latin1');

/** Sends nonsense before and inside TLS. Resolves when the server has ended both connections. */
export async function garbageEndsItsConnection(variant: Variant, port: number): Promise<void> {
  const ALPNProtocols = [httpProtocol(variant)];
  const tls = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols });
  await once(tls, 'secureConnect');
  const tcp = connectTcp({ host: '127.0.0.1', port });
  await once(tcp, 'connect');
  await Promise.all([sendGarbage(tls), sendGarbage(tcp)]);
}

/** A server that closes before it has read everything resets the connection: an end as well. */
async function sendGarbage(socket: Socket): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {}).resume();
  socket.write(GARBAGE);
  await closed;
}

/** Sends requests as they are, over HTTP/1.1. @returns the statuses of the answers, until the connection ends. */
export async function statusesOf(port: number, requests: string): Promise<string[]> {
  const ALPNProtocols = ['http/1.1'];
  const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols });
  let answers = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text));
  socket.write(requests);
  await once(socket, 'close');
  return Array.from(answers.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => status ?? '');
}

/** Sends a request as it is, over HTTP/1.1. @returns the status of the first answer. */
export async function statusOf(port: number, request: string): Promise<string | undefined> {
  const ALPNProtocols = ['http/1.1'];
  const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols });
  socket.setEncoding('latin1').write(request);
  const [answer]: unknown[] = await once(socket, 'data');
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1];
}
