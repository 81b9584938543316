import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '@holbench/process/user-error';
import * as v from 'valibot';

/**
 * The lock is a listening socket rather than a file: the kernel releases it however its holder
 * ends, SIGKILL included, so that it can never be stale, and whoever finds it taken can ask it who
 * the holder is. Linux keeps names with a leading zero byte apart from the file system, one set per
 * network namespace; elsewhere the name is a file, which nobody answers for once it is stale.
 */
const SOCKET =
  process.platform === 'linux' ? '\0holbench' : join(tmpdir(), 'holbench-measuring.sock');

/** How long the holder may take to say who it is; it may be busy, in milliseconds. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Tries while holders come and go. */
const TRIES = 5;

const Holder = v.object({ purpose: v.string(), pid: v.number() });

/**
 * Makes this process the only one on this machine that measures, until disposed of or ended.
 * @param purpose what it is doing, such as "pnpm bench", for whoever finds the lock taken.
 * @param name of the socket; tests have their own.
 * @throws UserError naming the holder when another process has it.
 */
export async function lockMachine(purpose: string, name = SOCKET): Promise<AsyncDisposable> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const server = await listen(name, `${JSON.stringify({ purpose, pid: process.pid })}\n`);
    if (server !== null) return { [Symbol.asyncDispose]: () => close(server) };
    const holder = await askHolder(name);
    if (holder !== null) {
      throw new UserError(
        `${holder} is measuring on this machine, and two at a time would disturb each other: ` +
          'wait for it, or end it',
      );
    }
    if (process.platform !== 'linux') await rm(name, { force: true });
    await delay(10);
  }
  throw new UserError('the lock of this machine changes hands too quickly: try again');
}

/** Null when somebody else listens. */
async function listen(name: string, answer: string): Promise<Server | null> {
  const server = createServer((socket) => {
    // Who asked may be gone before the answer.
    socket.on('error', () => {}).end(answer);
  });
  server.listen(name);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return null;
  }
  // The lock shall not keep a process alive that has nothing more to do.
  return server.unref();
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise((resolve) => server.close(resolve));
}

/** @returns who holds the lock; null when nobody does any more. */
async function askHolder(name: string): Promise<string | null> {
  const socket = connect(name);
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  const answer = await Promise.race([
    readAll(socket),
    delay(ANSWER_TIMEOUT_MS, '', { ref: false }),
  ]);
  socket.destroy();
  const holder = v.safeParse(v.pipe(v.string(), v.parseJson(), Holder), answer);
  if (!holder.success) return 'another holbench process';
  return `"${holder.output.purpose}" (process ${holder.output.pid})`;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
  } catch {
    // Ended while answering: what came will not parse.
  }
  return text;
}
