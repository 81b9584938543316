import { existsSync } from 'node:fs';
import { isRunning } from '@holbench/process/is-running';
import { expect, test } from 'vitest';
import { findTools } from '@holbench/harness/tools';
import type { FeasibilityProbe } from './feasibility-probe.ts';
import type { ProbeLab } from './probe-lab.ts';
import { runProbe } from './run-probe.ts';

const tools = await findTools();

function probe(changes: Partial<FeasibilityProbe>): FeasibilityProbe {
  return {
    id: 'test',
    what: () => 'a test',
    missing: () => null,
    run: async () => ({ works: true, evidence: 'a\nb' }),
    ...changes,
  };
}

const script = (lab: ProbeLab, text: string) =>
  lab.script({ node: process.execPath, flags: [], script: text, args: ['argument'] });

test('what was seen is said in one line', async () => {
  const finding = await runProbe(probe({}), tools);
  expect(finding).toMatchObject({ id: 'test', what: 'a test', works: true, evidence: 'a b' });
});

test('a probe that fails, or lacks something, found neither', async () => {
  const broken = probe({ run: () => Promise.reject(new Error('no such thing')) });
  const [failed, lacking] = [
    await runProbe(broken, tools),
    await runProbe(probe({ missing: () => 'no Caddy found' }), tools),
  ];
  expect(failed).toMatchObject({ works: null, evidence: 'not probed: no such thing' });
  expect(lacking).toMatchObject({ works: null, evidence: 'not probed: no Caddy found' });
});

test('at its deadline everything that it started has ended', async () => {
  const started: { pid: number; folder: string }[] = [];
  const hangs = probe({
    run: async (lab) => {
      const { process } = await script(lab, 'console.log("{}"); setInterval(() => {}, 1_000)');
      started.push({ pid: process.pid, folder: lab.folder });
      return new Promise(() => {});
    },
  });
  // Time enough for a Node to start on a busy machine.
  const finding = await runProbe(hangs, tools, 3_000);
  expect(finding).toMatchObject({ works: null, evidence: 'not probed: no answer in 3 s' });
  const [{ pid, folder } = { pid: process.pid, folder: '/' }] = started;
  expect(isRunning(pid)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test('a script says something, or how it ended', async () => {
  const seen: unknown[] = [];
  await runProbe(
    probe({
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
