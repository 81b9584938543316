import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '@holbench/process/user-error';
import * as v from 'valibot';

/**
 * The lock is a listening socket, not a file. The kernel releases it however its holder ends, even
 * by SIGKILL, and other processes can ask it for the holder. On Linux, names with a leading zero
 * byte are not in the file system; each network namespace has its own set. Elsewhere the name is a
 * file in the user's home folder, which sudo keeps: another user could take a known name in a shared
 * folder. A stale one does not answer.
 */
const SOCKET = process.platform === 'linux' ? '\0holbench' : join(homedir(), '.holbench.sock');

/** Time limit for the holder's answer, in milliseconds; it may be busy. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Tries while holders come and go. */
const TRIES = 5;

const Holder = v.object({ purpose: v.string(), pid: v.number() });

/**
 * Makes this process the only one that measures on this machine, until it disposes of the lock or
 * ends.
 * @param purpose its command, such as "pnpm bench", shown to others that find the lock taken.
 * @param name of the socket; tests have their own.
 * @throws UserError naming the holder when another process has it.
 */
export async function lockMachine(purpose: string, name = SOCKET): Promise<AsyncDisposable> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const server = await listen(name, `${JSON.stringify({ purpose, pid: process.pid })}\n`);
    if (server !== null) return server;
    const holder = await askHolder(name);
    if (holder !== null) {
      throw new UserError(
        `${holder} is measuring on this machine; two measurements would disturb each other: ` +
          'wait for it, or end it',
      );
    }
    if (process.platform !== 'linux') await rm(name, { force: true });
    await delay(10);
  }
  throw new UserError('the lock of this machine changes hands too quickly: try again');
}

/** Null when another process listens. */
async function listen(name: string, answer: string): Promise<Server | null> {
  const server = createServer((socket) => {
    // The process that asked may end before the answer.
    socket.on('error', () => {}).end(answer);
  });
  server.listen(name);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
  // The lock must not keep a finished process alive.
  return server.unref();
}

/** Name of the process that holds the lock; null when it is free again. */
async function askHolder(name: string): Promise<string | null> {
  const socket = connect(name);
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  const answer = await Promise.race([
    // If the holder ends while answering, the text does not parse.
    text(socket).catch(() => ''),
    delay(ANSWER_TIMEOUT_MS, '', { ref: false }),
  ]);
  socket.destroy();
  const holder = v.safeParse(v.pipe(v.string(), v.parseJson(), Holder), answer);
  if (!holder.success) return 'another holbench process';
  return `"${holder.output.purpose}" (process ${holder.output.pid})`;
}
