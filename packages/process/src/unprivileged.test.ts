import { copyFile, link, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runTool } from './run-tool.ts';
import { chosenUser, letRead, letWrite, rightsOf, withoutRights } from './unprivileged.ts';

const { kind } = await rightsOf();
const drops = kind === 'dropped';
const skipped = drops ? '' : ` (skipped: this process drops no rights: ${kind})`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-rights-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What a program without root's rights does, by a shell. */
async function shell(script: string, ...args: readonly string[]): Promise<string> {
  const inner = await withoutRights('/bin/sh', ['-c', script, 'sh', ...args]);
  return runTool(inner.command, inner.args);
}

test('under sudo it is for whom sudo runs the lab, and never root', () => {
  expect(chosenUser({ SUDO_UID: '1000', SUDO_GID: '100' })).toEqual({ uid: 1000, gid: 100 });
  const own = { uid: 65_530, gid: 65_530 };
  expect(chosenUser({})).toEqual(own);
  expect(chosenUser({ SUDO_UID: '0', SUDO_GID: '0' })).toEqual(own);
  expect(chosenUser({ SUDO_UID: '1000', SUDO_GID: '0' })).toEqual(own);
});

test.skipIf(process.getuid?.() === 0)('a process that is not root keeps its rights', async () => {
  expect(await rightsOf('/bin/sh')).toEqual({ kind: 'own' });
  const args = ['-c', 'true'];
  expect(await withoutRights('/bin/sh', args)).toEqual({ command: '/bin/sh', args });
});

test.skipIf(!drops)(
  `a program has another user, no group and no capability${skipped}`,
  async () => {
    const status = await shell('cat /proc/self/status');
    expect(status).toMatch(/^Uid:(\t[1-9]\d*){4}$/m);
    expect(status).toMatch(/^Gid:(\t[1-9]\d*){4}$/m);
    expect(status).toMatch(/^Groups:\s*$/m);
    for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb']) {
      expect(status).toMatch(new RegExp(`^Cap${set}:\t0{16}$`, 'm'));
    }
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  },
);

test.skipIf(!drops)(
  `a program that the other user cannot reach stays root's, with the reason${skipped}`,
  async () => {
    const program = join(folder, 'true');
    await copyFile('/bin/true', program);
    const rights = await rightsOf(program);
    if (rights.kind !== 'root') throw new Error('it drops');
    expect(rights.reason).toMatch(/^user \d+ cannot run \S+\/true: have it in a folder/);
    expect(await withoutRights(program, [])).toEqual({ command: program, args: [] });
  },
);

test.skipIf(!drops)(
  `a folder for temporary files that only root can enter keeps root's rights${skipped}`,
  async () => {
    vi.stubEnv('TMPDIR', folder);
    const rights = await rightsOf('/bin/cat');
    vi.unstubAllEnvs();
    if (rights.kind !== 'root') throw new Error('it drops');
    expect(rights.reason).toMatch(/^user \d+ cannot enter \S+: set TMPDIR to a folder/);
  },
);

test.skipIf(!drops)(
  `what is lent can be written, and what is root's in it cannot be removed${skipped}`,
  async () => {
    const [roots, lent] = [join(folder, 'roots'), join(folder, 'lent')];
    await writeFile(roots, "root's", { mode: 0o600 });
    await writeFile(lent, '', { mode: 0o600 });
    await expect(shell('ls "$1"', folder)).rejects.toThrow('Permission denied');
    await letWrite(folder);
    await letWrite(lent);
    await shell('echo made >"$1/made" && echo lent >"$1/lent" && ! cat "$1/roots"', folder);
    expect(await readFile(join(folder, 'made'), 'utf8')).toBe('made\n');
    expect(await readFile(lent, 'utf8')).toBe('lent\n');
    // To users other than these two it is what it was.
    expect((await stat(folder)).mode & 0o7).toBe(0);
    expect((await stat(lent)).mode & 0o7).toBe(0);
    if (chosenUser(process.env).uid !== chosenUser({}).uid) return;
    await expect(shell('rm "$1"', roots)).rejects.toThrow('not permitted');
  },
);

test.skipIf(!drops)(
  `what is lent to read can be read, and nothing be made or changed there${skipped}`,
  async () => {
    const file = join(folder, 'file');
    await writeFile(file, "root's", { mode: 0o600 });
    await letRead(file);
    await letRead(folder);
    expect(await shell('cat "$1"', file)).toBe("root's");
    if (chosenUser(process.env).uid !== chosenUser({}).uid) return;
    await expect(shell('echo x >"$1"', file)).rejects.toThrow('Permission denied');
    await expect(shell('ln -s /etc/passwd "$1/other"', folder)).rejects.toThrow(
      'Permission denied',
    );
  },
);

test.skipIf(!drops)(
  `neither what a link leads to is lent, nor a file with another name${skipped}`,
  async () => {
    const secret = join(folder, 'secret');
    const [symbolic, hard] = [join(folder, 'symbolic'), join(folder, 'hard')];
    await writeFile(secret, "root's", { mode: 0o600 });
    await symlink(secret, symbolic);
    await expect(letWrite(symbolic)).rejects.toThrow('cannot be lent: ELOOP');
    await link(secret, hard);
    await expect(letWrite(hard)).rejects.toThrow('has another name, too');
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
  },
);
