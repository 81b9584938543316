import { expect, test } from 'vitest';
import { projectFile } from './project-file.ts';

const containerfile = await projectFile('deploy/Containerfile');
const setup = `${await projectFile('setup.sh')}${await projectFile('scripts/rust-programs.sh')}`;

/** Of the tests of what this machine's kernel cannot do; no image has a kernel. */
const FOR_TESTS = ['kmod', 'user-mode-linux'];
/** What setup.sh takes as given: roots of trust, and a Rust that it only looks for. */
const TAKEN_AS_GIVEN = ['ca-certificates', 'cargo-web'];

/** All packages that setup.sh installs where it does not find them. */
function packagesOfSetup(): string[] {
  const lists = [...setup.matchAll(/\bapt_install ([a-z0-9 -]+)/g)].map(([, list = '']) => list);
  return unique(lists.flatMap((list) => list.trim().split(' ')));
}

function packagesOf(text: string): string[] {
  const lists = [...text.matchAll(/--no-install-recommends \\\n\s*([a-z0-9 -]+)/g)];
  return unique(lists.flatMap(([, list = '']) => list.trim().split(' ')));
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/** Packages that one of both has and the other lacks. */
function differences(text: string): string[] {
  const wanted = [...packagesOfSetup(), ...TAKEN_AS_GIVEN].filter(
    (name) => !FOR_TESTS.includes(name),
  );
  const there = packagesOf(text);
  return [
    ...wanted.filter((name) => !there.includes(name)),
    ...there.filter((name) => !wanted.includes(name)),
  ];
}

test('the image has the packages that setup.sh would install', () => {
  expect(packagesOfSetup()).toContain('chromium');
  expect(differences(containerfile)).toEqual([]);
});

test.for(['iproute2', 'python3-venv'])('an image without %s would be found', (name) => {
  expect(differences(containerfile.replace(` ${name}`, ''))).toEqual([name]);
});

test('each base of the image is pinned by its content', () => {
  const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
  const stages = [...containerfile.matchAll(/ AS (\S+)$/gm)].map(([, stage]) => stage);
  const others = bases.filter((base) => !stages.includes(base));
  expect(others).toEqual([expect.stringMatching(/@sha256:[0-9a-f]{64}$/)]);
});

test('each action of the workflow is pinned by its commit', async () => {
  const workflow = await projectFile('.github/workflows/shards.yml');
  const actions = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => action);
  expect(actions).not.toHaveLength(0);
  for (const action of actions) expect(action).toMatch(/^[a-z/-]+@[0-9a-f]{40} # v[0-9.]+$/);
});
