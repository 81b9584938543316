import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { type TemporaryFolder, temporaryFolder } from '@holbench/process/temporary-folder';
import { parseShard } from '@holbench/runner/shard';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobOf } from './job.ts';
import { projectFile } from './project-file.ts';

const manifest = await projectFile('deploy/kubernetes/shards.yaml');

/** In the place of Node.js: says how bench was called, and does to the run folder what $BENCH says. */
const BENCH = `#!/bin/bash
[[ $1 == --print ]] && exec ${process.execPath} "$@"
shift
echo "$*"
[[ $BENCH == "no cells" ]] && exit
[[ $BENCH == "refuses to resume" && $1 == --resume ]] &&
  echo 'holbench: it cannot be resumed, machine.cpu is another; start a new run' >&2 && exit 1
folder=$(sed 's/.*--\\(out\\|resume\\) \\([^ ]*\\).*/\\2/' <<<"$*")
mkdir -p "$folder"
[[ $BENCH == "is stopped" ]] && echo '{"endedAt":null}' >"$folder/manifest.json" && exit 1
echo '{"endedAt":"now"}' >"$folder/manifest.json"
echo '{"status":"failed"}' >"$folder/cells.ndjson"
[[ $BENCH == "has no cell that counts" ]] && exit 1
echo '{"status":"ok"}' >>"$folder/cells.ndjson"
[[ $BENCH != "has a failed cell" ]]`;

let folder: TemporaryFolder;
let runs: string;
beforeEach(async () => {
  folder = await temporaryFolder('shards');
  runs = join(folder.path, 'runs');
  await writeFile(join(folder.path, 'node'), BENCH, { mode: 0o755 });
});
afterEach(() => folder[Symbol.asyncDispose]());

/** Runs the container's command as the pod with this index. @returns how it called bench. */
async function pod(index: number, bench = 'works', text = manifest): Promise<string[]> {
  const { args, env } = jobOf(text).container;
  const [command, ...options] = args;
  const { stdout } = await promisify(execFile)(join(PROJECT_ROOT, command), options, {
    env: {
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
      PATH: `${folder.path}:/usr/bin:/bin`,
      RUNS: runs,
      JOB_COMPLETION_INDEX: String(index),
      BENCH: bench,
    },
  });
  return stdout.split('\n').filter((line) => line !== '');
}

/** The shards that the pods of a Job measure. @throws UserError for one that does not exist. */
async function shardsOf(text: string) {
  const pods = Array.from({ length: jobOf(text).completions }, (_, index) => index);
  const calls = await Promise.all(pods.map((index) => pod(index, 'no cells', text)));
  return calls.flat().map((call) => parseShard(/--shard (\S+)/.exec(call)?.[1] ?? call));
}

const ALL = [0, 1, 2, 3].map((index) => ({ index, count: 4 }));

test('the pods of the Job measure each shard of the run once', async () => {
  expect(await shardsOf(manifest)).toEqual(ALL);
});

test('a pod too many is an error, and a pod too few leaves a shard out', async () => {
  await expect(shardsOf(manifest.replace("value: '4'", "value: '3'"))).rejects.toThrow('not "4/3"');
  const few = await shardsOf(manifest.replace('completions: 4', 'completions: 3'));
  expect(few).toEqual(ALL.slice(0, 3));
});

test('a pod runs its shard into a folder of its own, once', async () => {
  const out = join(runs, 'shard-2-of-4');
  expect(await pod(1)).toEqual([`--shard 2/4 --out ${out} --preset standard --seed 1`]);
  expect(await pod(1)).toEqual([]);
});

test('a cell that failed does not make a pod start again', async () => {
  expect(await pod(0, 'has a failed cell')).toHaveLength(1);
  expect(await pod(0)).toEqual([]);
});

test('a shard without a cell that counts is a failure, and begins anew', async () => {
  await expect(pod(0, 'has no cell that counts')).rejects.toThrow();
  expect(await pod(0)).toEqual([expect.stringContaining('--shard 1/4')]);
  expect(await readdir(runs)).toContainEqual(expect.stringMatching(/^aside-shard-1-of-4-\d+$/));
});

test('a shard that was stopped is resumed', async () => {
  await expect(pod(0, 'is stopped')).rejects.toThrow();
  expect(await pod(0)).toEqual([`--resume ${join(runs, 'shard-1-of-4')}`]);
});

test('under other conditions a shard begins anew, and what it had is kept aside', async () => {
  await mkdir(join(runs, 'shard-1-of-4'), { recursive: true });
  await writeFile(join(runs, 'shard-1-of-4/manifest.json'), '{"endedAt":null}');
  expect(await pod(0, 'refuses to resume')).toEqual([
    expect.stringContaining('--resume'),
    expect.stringContaining('--shard 1/4'),
  ]);
  expect(await readdir(runs)).toContainEqual(expect.stringMatching(/^aside-shard-1-of-4-\d+$/));
});

test('all pods run at once, each with cores and memory of its own', () => {
  const { completions, parallelism, container } = jobOf(manifest);
  expect(parallelism).toBe(completions);
  expect(container.resources.requests).toEqual(container.resources.limits);
});

test('a container of the workflow has the rights of a pod', async () => {
  const workflow = await projectFile('.github/workflows/shards.yml');
  const [, rights = ''] = /rights=\((.*)\)/.exec(workflow) ?? [];
  expect(rights.split(' ')).toEqual(jobOf(manifest).container.securityContext.capabilities.add);
});
