import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { http3Static } from '@holbench/caddy/caddyfile';
import { LOCALHOST } from '@holbench/process/network-side';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { letWrite } from '@holbench/process/unprivileged';
import { ensureCertificate, lendCertificate } from '../certificate.ts';
import { freePort } from '../port.ts';
import { caddy, startCaddy } from '../proxies/caddy.ts';
import { answersQuic } from './quic-check.ts';

const HOST = '127.0.0.1';
const program = await caddy.find();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-quic-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.skipIf(!program)(
  'Caddy answers QUIC, has no TCP listener, and is gone once stopped',
  async () => {
    if (!program) return;
    const port = await freePort(HOST);
    await using lent = new AsyncDisposableStack();
    await letWrite(folder);
    const { cert, key } = await lendCertificate(await ensureCertificate(folder), lent);
    const running = await startCaddy(program, {
      name: 'static server',
      logPath: join(folder, 'caddy.log'),
      place: LOCALHOST,
      caddyfile: http3Static({ host: HOST, port, cert, key }, folder),
      check: { origin: `https://${HOST}:${port}`, protocol: 'h3', variant: '' },
    });
    expect(await answersQuic(HOST, port, AbortSignal.timeout(1_000))).toBe(true);
    await expect(once(connect(port, HOST), 'connect')).rejects.toThrow('ECONNREFUSED');
    await running.stop();
    expect(await answersQuic(HOST, port, AbortSignal.timeout(200))).toBe(false);
  },
);

test('a server that only echoes is not taken for QUIC', async () => {
  await using echo = createSocket('udp4');
  echo.on('message', (message, { port, address }) => echo.send(message, port, address));
  echo.bind(0, HOST);
  await once(echo, 'listening');
  expect(await answersQuic(HOST, echo.address().port, AbortSignal.timeout(1_000))).toBe(false);
});

test('a Version Negotiation packet for other connection ids is not ours', async () => {
  await using forger = createSocket('udp4');
  forger.on('message', (_message, { port, address }) => {
    const packet = Buffer.alloc(32, 7);
    packet.writeUInt8(0x80, 0);
    packet.writeUInt32BE(0, 1);
    packet.writeUInt8(8, 5);
    packet.writeUInt8(8, 14);
    forger.send(packet, port, address);
  });
  forger.bind(0, HOST);
  await once(forger, 'listening');
  expect(await answersQuic(HOST, forger.address().port, AbortSignal.timeout(1_000))).toBe(false);
});

test('silence is no answer', async () => {
  await using silent = createSocket('udp4');
  silent.bind(0, HOST);
  await once(silent, 'listening');
  expect(await answersQuic(HOST, silent.address().port, AbortSignal.timeout(100))).toBe(false);
});
