import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { UserError } from '@holbench/process/user-error';
import { assertPortFree, freePort } from './port.ts';

const HOST = '127.0.0.1';

test('a TCP port in use is one line that names the remedy', async () => {
  const port = await freePort(HOST);
  await using server = createServer().listen(port, HOST);
  await once(server, 'listening');
  await expect(assertPortFree(HOST, port, 'tcp')).rejects.toThrow(
    new UserError(`port ${port} on ${HOST} is in use; choose another with --port`),
  );
  await assertPortFree(HOST, port, 'udp');
});

test('a UDP port in use is noticed', async () => {
  await using socket = createSocket('udp4');
  socket.bind(0, HOST);
  await once(socket, 'listening');
  const { port } = socket.address();
  await expect(assertPortFree(HOST, port, 'udp')).rejects.toThrow('is in use');
  await assertPortFree(HOST, port, 'tcp');
});

test('an address of another machine is not called "in use"', async () => {
  await expect(assertPortFree('192.0.2.1', 8443, 'tcp')).rejects.toThrow('EADDRNOTAVAIL');
});

test('free ports are free, and different', async () => {
  const ports = [await freePort(HOST), await freePort(HOST)];
  expect(ports[0]).not.toBe(ports[1]);
  for (const port of ports) {
    expect(port, 'no port of outgoing connections').toBeLessThan(32_768);
    await assertPortFree(HOST, port, 'tcp');
  }
});
