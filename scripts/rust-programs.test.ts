import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const root = join(import.meta.dirname, '..');
/** Notes that builds were begun, and makes a program that says when it was built. */
const BUILD = `#!/bin/sh
echo built >>"$FOLDER/builds"
sleep 0.2
printf '#!/bin/sh\\n# %s\\nexit "\${STATUS:-0}"\\n' "$$" >"$PROGRAM" && chmod 755 "$PROGRAM"
`;

let folder: string;
let programs: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-rust-'));
  programs = join(folder, 'cache/holbench/programs');
  await mkdir(join(folder, 'bin'));
  // Stand-ins for what set-up asks about a tool chain.
  for (const name of ['rustc', 'cargo', 'cc'])
    await script(`bin/${name}`, '#!/bin/sh\necho 1.91\n');
  await script('build', BUILD);
});
afterEach(() => rm(folder, { recursive: true }));

function script(path: string, content: string): Promise<void> {
  return writeFile(join(folder, path), content, { mode: 0o755 });
}

/** What set-up says where one clone needs a program. */
async function setUp(clone: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const program = join(folder, clone, basename(folder));
  const kept = ['kept', program, '--version', join(folder, 'build'), 'its sources'];
  const { exitCode, output } = await runCommand(join(root, 'setup.sh'), ['--step', ...kept], {
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      XDG_CACHE_HOME: join(folder, 'cache'),
      FOLDER: folder,
      PROGRAM: program,
      ...env,
    },
    stdio: 'capture',
  });
  expect(exitCode, output).toBe(0);
  expect(await readFile(program, 'utf8')).toMatch(/^#!.*\n# \d+\n.*\n$/);
  return output;
}

async function builds(): Promise<number> {
  return (await readFile(join(folder, 'builds'), 'utf8')).split('\n').length - 1;
}

async function keptProgram(): Promise<string> {
  const [name, ...others] = await readdir(programs);
  expect(others).toEqual([]);
  return join(programs, name ?? '');
}

test('a second clone builds nothing, unless the tool chain is another', async () => {
  expect(await setUp('one')).toBe('');
  expect(await setUp('two')).toBe('');
  expect(await builds()).toBe(1);
  await script('bin/rustc', '#!/bin/sh\necho 1.92\n');
  expect(await setUp('two')).toBe('');
  expect(await builds()).toBe(2);
});

test('clones that are set up at once do not disturb each other', async () => {
  expect(await Promise.all(['one', 'two', 'three'].map((clone) => setUp(clone)))).toEqual([
    '',
    '',
    '',
  ]);
  expect(await setUp('four')).toBe('');
  expect(await builds()).toBeLessThanOrEqual(3);
  expect((await readdir(programs)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a damaged program is built anew, and set-up says so', async () => {
  await setUp('one');
  await appendFile(await keptProgram(), 'more');
  expect(await setUp('two')).toMatch(
    /^note: the \S+ that \S+ keeps is damaged or does not start: it is built anew\n$/,
  );
  expect(await setUp('three')).toBe('');
  expect(await builds()).toBe(2);
});

test('so is one that does not start, and what is no file', async () => {
  await setUp('one');
  const kept = await keptProgram();
  const stopping = '#!/bin/sh\nexit 1\n';
  const name = kept.replace(/[^.]*$/, createHash('sha256').update(stopping).digest('hex'));
  await rm(kept);
  await writeFile(name, stopping);
  expect(await setUp('two')).toMatch(/does not start/);
  await rm(await keptProgram());
  await runCommand('mkfifo', [name], { stdio: 'capture' });
  expect(await setUp('three')).toMatch(/damaged/);
  expect(await builds()).toBe(3);
});

test('a build folder whose program does not start is emptied', async () => {
  const damaged = join(folder, 'cache/holbench/build/gateway-1');
  await mkdir(damaged, { recursive: true });
  await script('build', `${BUILD}[ ! -e "${damaged}" ] || echo 'exit 1' >"$PROGRAM"\n`);
  expect(await setUp('one')).toMatch(
    /^note: with what \S+ holds \S+ was not built, or does not start/,
  );
  expect(await builds()).toBe(2);
  expect(await setUp('two')).toBe('');
});

test('of what nobody has used for long only what set-up made is removed', async () => {
  const cache = join(folder, 'cache/holbench');
  const all = ['docs/thesis', 'programs/thesis', 'programs/rattan-1.2', 'build/gateway-1'];
  for (const name of all) {
    await mkdir(join(cache, name), { recursive: true });
    await utimes(join(cache, name), 0, 0);
  }
  await setUp('one');
  const left = all.filter((name) => existsSync(join(cache, name)));
  expect(left).toEqual(['docs/thesis', 'programs/thesis']);
});

test('without a folder that can be written a clone builds for itself, and set-up says so', async () => {
  await writeFile(join(folder, 'cache'), 'a file');
  try {
    expect(await setUp('one')).toMatch(
      /^note: the cache folder \S+\/cache\/holbench cannot be written: programs from Rust are built anew, for this clone alone\n$/m,
    );
    await setUp('one');
    expect(await builds()).toBe(1);
  } finally {
    const own = join(root, '.cache/holbench/programs');
    for (const name of await readdir(own).catch(() => [])) {
      if (name.startsWith(basename(folder))) await rm(join(own, name));
    }
  }
});
