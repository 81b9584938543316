import { createServer } from 'node:net';
import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { PassThrough } from 'node:stream';
import { freePort } from '@holbench/harness/port';
import { expect, test } from 'vitest';
import { countEchoes, EchoServer, newEchoId } from './echo.ts';
import { readGoodput, writeBulk } from './goodput.ts';
import { quicAnswersUs, tcpConnectsUs } from './round-trips.ts';

const FEW = { count: 20, gapMs: 1 };

test('datagrams of the bench come back, and both directions are counted', async () => {
  const address = { host: '127.0.0.1', port: await freePort('127.0.0.1') };
  await using server = await EchoServer.start(address);
  const id = newEchoId();
  server.expect(id);
  const { rttUs, sent, arrived } = await countEchoes(address, id, FEW);
  expect({ sent, arrived, back: rttUs.length }).toEqual({ sent: 20, arrived: 20, back: 20 });
  expect(Math.min(...rttUs)).toBeGreaterThan(0);
});

test('nobody else gets an answer: not by another id, size, or once the bench has left', async () => {
  const address = { host: '127.0.0.1', port: await freePort('127.0.0.1') };
  await using server = await EchoServer.start(address);
  const id = newEchoId();
  server.expect(id);
  expect((await countEchoes(address, newEchoId(), FEW)).rttUs).toEqual([]);
  const socket = createSocket('udp4');
  const answers: Buffer[] = [];
  socket.on('message', (datagram) => answers.push(datagram));
  for (const bytes of [id, Buffer.concat([id, Buffer.alloc(1_000)])]) {
    socket.send(bytes, address.port, address.host);
  }
  server.expect(null);
  expect((await countEchoes(address, id, FEW)).rttUs).toEqual([]);
  expect(answers).toEqual([]);
  socket.close();
});

test('the rate is of the bytes after the first second', async () => {
  const stream = new PassThrough();
  const reading = readGoodput(stream);
  await writeBulk(stream);
  expect(await reading).toBeGreaterThan(10_000);
});

test('nothing that came gives no rate', async () => {
  const stream = new PassThrough();
  stream.end();
  expect(await readGoodput(stream)).toBeNull();
});

test('round trips of what answers, and none of what does not', async () => {
  const address = { host: '127.0.0.1', port: await freePort('127.0.0.1') };
  const server = createServer().listen(address);
  await once(server, 'listening');
  expect(await tcpConnectsUs(address, 3)).toHaveLength(3);
  server.close();
  expect(await tcpConnectsUs({ ...address, port: 1 }, 3)).toEqual([]);
  expect(await quicAnswersUs({ ...address, port: 1 }, 3)).toEqual([]);
});
