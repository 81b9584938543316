import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Judge, judgeOfManifests } from './kubernetes-schema.ts';
import { projectFile } from './project-file.ts';

const FOLDER = 'deploy/kubernetes';
let judge: Judge | string;
let manifest: string;

beforeAll(async () => {
  judge = await judgeOfManifests(join(PROJECT_ROOT, 'test-results/kubernetes-schemas.log'));
  manifest = await projectFile(join(FOLDER, 'shards.yaml'));
}, 150_000);

beforeEach(({ skip }) => {
  if (typeof judge === 'string') skip(judge);
});

/** All that is wrong with the objects of a file. */
function problemsOf(text: string): string[] {
  return parseAllDocuments(text).flatMap((document) => [
    ...document.errors.map(({ message }) => message),
    ...(typeof judge === 'string' ? [judge] : judge(document.toJS())),
  ]);
}

test.for(await readdir(join(PROJECT_ROOT, FOLDER)))(
  '%s is of the schema of Kubernetes',
  async (name) => {
    expect(problemsOf(await projectFile(join(FOLDER, name)))).toEqual([]);
  },
);

test.for<[string, string, string]>([
  ['a field that is misspelt', 'backoffLimitPerIndex:', 'backoffLimitPerindex:'],
  ['a field in a wrong place', '      restartPolicy: Never', '  restartPolicy: Never'],
  ['a text in the place of a number', 'completions: 4', "completions: '4'"],
  ['a container without a name', 'name: shard', 'title: shard'],
  ['a field given twice', 'parallelism: 4', 'completions: 4'],
])('%s is found', ([, right, wrong]) => {
  expect(manifest).toContain(right);
  expect(problemsOf(manifest.replace(right, wrong))).not.toEqual([]);
});
