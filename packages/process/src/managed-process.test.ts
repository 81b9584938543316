import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from './user-error.ts';
import { waitUntilReady } from './wait-until-ready.ts';
import { isRunning } from './is-running.ts';
import { ManagedProcess } from './managed-process.ts';
import { runTool } from './run-tool.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-process-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A child that runs `script` in Node. */
function start(script: string): Promise<ManagedProcess> {
  return ManagedProcess.start({
    name: 'child',
    command: process.execPath,
    args: ['--eval', script],
    logPath: join(folder, 'child.log'),
  });
}

test('an early exit says how, why and where to read more', async () => {
  await using child = await start('console.log("starting"); throw new Error("no data");');
  const ready = waitUntilReady(child, async () => null);
  await expect(ready).rejects.toBeInstanceOf(UserError);
  await expect(ready).rejects.toMatchObject({
    message: `the child exited before becoming ready (exit code 1): Error: no data (log: ${child.log.path})`,
    detail: expect.stringContaining('starting'),
  });
});

test('a readiness check that never answers does not hide an early exit', async () => {
  await using child = await start('process.exit(3)');
  await expect(waitUntilReady(child, () => new Promise(() => {}))).rejects.toThrow('exit code 3');
});

test('a readiness check past its limit is repeated, whether it obeys its limit or not', async () => {
  await using child = await start('setInterval(() => {}, 1000)');
  const checks = [
    () => new Promise<null>(() => {}),
    (limit: AbortSignal) => runTool('sleep', ['60'], { signal: limit }),
    async () => 'ready',
  ];
  const startedAt = performance.now();
  expect(
    await waitUntilReady(child, (limit) => checks.shift()?.(limit) ?? Promise.resolve(null)),
  ).toBe('ready');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('what a readiness check has found is not looked for again', async () => {
  await using child = await start('setInterval(() => {}, 1000)');
  // As /proc/PID/environ, which is empty for a moment while a process changes its program.
  const looks = [null, 'both sides', null];
  expect(await waitUntilReady(child, async () => looks.shift() ?? null)).toBe('both sides');
});

test('a command that does not exist is a UserError', async () => {
  const options = {
    name: 'child',
    command: '/nonexistent',
    args: [],
    logPath: join(folder, 'log'),
  };
  await expect(ManagedProcess.start(options)).rejects.toThrow(UserError);
});

test('stop is SIGTERM first: the child may print its final statistics', async () => {
  const child = await start(
    'process.on("SIGTERM", () => { console.log("bye"); process.exit(0); });' +
      'setInterval(() => {}, 1000); console.log("ready");',
  );
  await waitUntilReady(child, async () => child.log.lines().includes('ready') || null);
  await Promise.all([child.stop(), child.stop()]);
  expect(child.ending).toBe('exit code 0');
  expect(await readFile(child.log.path, 'utf8')).toBe('ready\nbye\n');
});

test('one that ignores SIGTERM is killed after 2 s', async () => {
  const child = await start(
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready");',
  );
  await waitUntilReady(child, async () => child.log.lines().includes('ready') || null);
  const startedAt = performance.now();
  await child.stop();
  expect(child.ending).toBe('signal SIGKILL');
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

test('what a stopped wrapper started ends with it', async () => {
  const child = await start(
    'const { pid } = require("node:child_process").spawn("sleep", ["60"]);' +
      'console.log(pid); setInterval(() => {}, 1000);',
  );
  const printed = await waitUntilReady(child, async () => child.log.lines()[0] ?? null);
  await child.stop();
  await expect.poll(() => isRunning(Number(printed))).toBe(false);
});

/** Read in several parts. */
const ANSWER_BYTES = 400_000;

/** A child that answers messages by `script`, in which `message` is one. */
function startAnswering(script: string): Promise<ManagedProcess> {
  return ManagedProcess.start({
    name: 'child',
    command: process.execPath,
    args: ['--eval', `process.on('message', (message) => { ${script} });`],
    logPath: join(folder, 'child.log'),
    answers: true,
  });
}

test('each message has its answer', async () => {
  await using child = await startAnswering('process.send({ twice: 2 * message.n });');
  for (const n of [1, 2]) expect(await child.ask({ n })).toEqual({ twice: 2 * n });
});

test('a child that ends instead of answering says how, and so does one that has ended', async () => {
  await using child = await startAnswering('console.error("no room"); process.exit(4);');
  const ended = { message: 'the child ended with exit code 4', detail: 'no room' };
  await expect(child.ask({})).rejects.toMatchObject(ended);
  await expect(child.ask({})).rejects.toMatchObject(ended);
});

test('the last answer counts, although its child ends at once', async () => {
  // Not in Node.js, which ends later.
  const script = `
import os, socket
channel = socket.socket(fileno=int(os.environ["NODE_CHANNEL_FD"]))
channel.setblocking(True)
channel.recv(100)
channel.sendall(b'"' + ${ANSWER_BYTES} * b"x" + b'"\\n')
os._exit(0)`;
  const one = async (): Promise<unknown> => {
    await using child = await ManagedProcess.start({
      name: 'child',
      command: 'python3',
      args: ['-c', script],
      logPath: join(folder, 'child.log'),
      answers: true,
    });
    const answer = await child.ask({});
    return answer;
  };
  // Together, so that some ends are seen while their answers are still being read.
  const answers = await Promise.all(Array.from({ length: 30 }, one));
  expect(answers).toEqual(answers.map(() => 'x'.repeat(ANSWER_BYTES)));
});
