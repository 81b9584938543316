import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { expect, onTestFinished, test } from 'vitest';
import { PLAIN_PROFILE } from '../backends/plain-profile.ts';
import { chooseBackend } from '../choose-backend.ts';
import { DEFAULT_TCP } from '../tcp-options.ts';
import { changePorts, dropArrivals } from './disturb.ts';

const PORT = 8_443;

/** Answers by the port that it sees. */
const SERVER = `
  require('dgram').createSocket('udp4')
    .on('message', function (_, { port, address }) { this.send(String(port), port, address); })
    .bind(${PORT});
  require('net').createServer((socket) => socket
    .on('data', () => socket.write(String(socket.remotePort)))
    .on('error', () => {})).listen(${PORT}, () => console.log('ready'));
`;

/** For each line that it reads, asks over one UDP and one TCP connection, and prints what came in half a second. */
const CLIENT = `
  const [, address] = process.argv;
  const seen = { udp: null, tcp: null };
  const udp = require('dgram').createSocket('udp4').on('message', (data) => (seen.udp = Number(data)));
  udp.on('error', (error) => (seen.udp = error.code)).connect(${PORT}, address);
  const tcp = require('net').connect(${PORT}, address, () => console.log('ready'));
  tcp.on('data', (data) => (seen.tcp = Number(data))).on('error', (error) => (seen.tcp = error.code));
  require('readline').createInterface({ input: process.stdin }).on('line', () => {
    Object.assign(seen, { udp: null, tcp: null });
    udp.send('x');
    if (!tcp.destroyed) tcp.write('x');
    setTimeout(() => console.log(JSON.stringify(seen)), 500);
  });
`;

/** A program in a namespace that prints a line when it is ready. @returns asks it. */
async function startIn(side: NetworkSide, program: string, ...more: string[]) {
  const { command, args } = commandIn(side, process.execPath, ['-e', program, ...more]);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  return async (): Promise<{ udp: unknown; tcp: unknown }> => {
    child.stdin.write('\n');
    const [line] = await once(lines, 'line');
    return JSON.parse(String(line));
  };
}

const { backend, why } = await chooseBackend(PLAIN_PROFILE);
const skipped = backend === null ? ` (skipped: ${why})` : '';

async function connected() {
  if (backend === null) throw new Error(why);
  const logFolder = await mkdtemp(join(tmpdir(), 'holbench-disturb-'));
  onTestFinished(() => rm(logFolder, { recursive: true }));
  const link = await backend.start({
    profile: PLAIN_PROFILE,
    seed: 1,
    tcp: DEFAULT_TCP,
    logFolder,
  });
  onTestFinished(() => link.stop());
  await startIn(link.server, SERVER);
  return { link, ask: await startIn(link.client, CLIENT, link.server.address) };
}

test.skipIf(backend === null)(
  `an outage drops both ways what crosses the link, and TCP goes on after it${skipped}`,
  { timeout: 60_000 },
  async () => {
    const { link, ask } = await connected();
    const before = await ask();
    expect(before).toEqual({ udp: expect.any(Number), tcp: expect.any(Number) });
    const allow = await dropArrivals(link, PORT, 'tcp, udp');
    expect(await ask()).toEqual({ udp: null, tcp: null });
    await allow();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await ask()).toEqual(before);

    const allowUdp = await dropArrivals(link, PORT, 'udp');
    expect(await ask()).toEqual({ ...before, udp: null });
    await allowUdp();
    expect(await ask()).toEqual(before);
  },
);

test.skipIf(backend === null)(
  `after new ports UDP goes on from another one, and the server resets TCP${skipped}`,
  { timeout: 60_000 },
  async () => {
    const { link, ask } = await connected();
    const before = await ask();
    const undo = await changePorts(link, PORT);
    const { udp, tcp } = await ask();
    expect(udp).toBeGreaterThanOrEqual(61_000);
    expect(udp).not.toBe(before.udp);
    expect(tcp).toBe('ECONNRESET');
    await undo();
    expect((await ask()).udp).toBe(before.udp);
  },
);
