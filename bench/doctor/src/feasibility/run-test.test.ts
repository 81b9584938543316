import { existsSync } from 'node:fs';
import { isRunning } from '@holbench/process/is-running';
import { expect, test } from 'vitest';
import { findTools } from '@holbench/harness/tools';
import type { FeasibilityTest } from './feasibility-test.ts';
import type { TestLab } from './test-lab.ts';
import { plainText, runTest } from './run-test.ts';

const tools = await findTools();

function feasibilityTest(changes: Partial<FeasibilityTest>): FeasibilityTest {
  return {
    id: 'test',
    what: () => 'a test',
    missing: () => null,
    run: async () => ({ works: true, evidence: 'a\nb' }),
    ...changes,
  };
}

const script = (lab: TestLab, text: string) =>
  lab.script({ node: process.execPath, flags: [], script: text, args: ['argument'] });

test('what was seen is said in one line', async () => {
  const finding = await runTest(feasibilityTest({}), tools);
  expect(finding).toMatchObject({ id: 'test', what: 'a test', works: true, evidence: 'a b' });
});

test('a test that fails, or lacks something, found neither', async () => {
  const broken = feasibilityTest({ run: () => Promise.reject(new Error('no such thing')) });
  const [failed, lacking] = [
    await runTest(broken, tools),
    await runTest(feasibilityTest({ missing: () => 'no Caddy found' }), tools),
  ];
  expect(failed).toMatchObject({ works: null, evidence: 'not tested: no such thing' });
  expect(lacking).toMatchObject({ works: null, evidence: 'not tested: no Caddy found' });
});

test('at its deadline everything that it started has ended', async () => {
  const started: { pid: number; folder: string }[] = [];
  const hangs = feasibilityTest({
    run: async (lab) => {
      const { process } = await script(lab, 'console.log("{}"); setInterval(() => {}, 1_000)');
      started.push({ pid: process.pid, folder: lab.folder });
      return new Promise(() => {});
    },
  });
  // Time enough for a Node to start on a busy machine.
  const finding = await runTest(hangs, tools, 3_000);
  expect(finding).toMatchObject({ works: null, evidence: 'not tested: no answer in 3 s' });
  const [{ pid, folder } = { pid: process.pid, folder: '/' }] = started;
  expect(isRunning(pid)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test('a script says something, or how it ended', async () => {
  const seen: unknown[] = [];
  await runTest(
    feasibilityTest({
      run: async (lab) => {
        const said = await script(lab, 'console.log(JSON.stringify({ got: process.argv[1] }))');
        const crashed = await script(lab, 'console.log("no json"); throw new Error("why")');
        seen.push(said.said, said.end, crashed.said, crashed.end);
        return { works: true, evidence: '' };
      },
    }),
    tools,
  );
  expect(seen).toEqual([{ got: 'argument' }, '', null, 'exit code 1: Error: why']);
});

test.each([
  ['/opt/node-20/bin/node: bad option: --x', 'node: bad option: --x'],
  ["Cannot find module '/home/me/lab/uws.js'", "Cannot find module 'uws.js'"],
  ['net::ERR_FAILED at https://127.0.0.1:43211/a/b', 'net::ERR_FAILED at https://127.0.0.1/a/b'],
  ['a line\n  and\tanother', 'a line and another'],
  ['', ''],
])('%j reads %j on every machine', (message, expected) => {
  expect(plainText(message)).toBe(expected);
});

test('what is too long is cut', () => {
  expect(plainText('x'.repeat(1_000))).toHaveLength(501);
});
