import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from './address.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import { freePort } from './port.ts';
import { connectTrusted } from './trust.ts';

const NONE = { accepted: [], only: false };

let folder: string;
let certificate: Certificate;
let server: Server;
let address: Address;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-trust-'));
  certificate = await makeCertificate(folder);
  const [cert, key] = [readFileSync(certificate.cert), readFileSync(certificate.key)];
  address = { host: '127.0.0.1', port: await freePort('127.0.0.1') };
  server = createServer({ cert, key }).listen(address);
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

test('a target is known by its key', async () => {
  const { socket, trust } = await connectTrusted(
    address,
    { accepted: ['other', certificate.spki], only: true },
    ['http/1.1'],
  );
  expect(trust.key).toBe(certificate.spki);
  socket.destroy();
});

test('another key, and no authority that vouches: the message has the key that would be right', async () => {
  const connecting = connectTrusted(address, { accepted: ['other'], only: false }, ['http/1.1']);
  await expect(connecting).rejects.toThrow(`--target-key ${certificate.spki}`);
});

test('nobody at the port: one line with the remedy', async () => {
  const connecting = connectTrusted({ ...address, port: 1 }, NONE, ['http/1.1']);
  await expect(connecting).rejects.toThrow(/nobody answers at 127\.0\.0\.1:1 .*pnpm serve --host/);
});
