import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeTree, removeTreeSync } from './remove-tree.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-remove-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ['removeTree', removeTree],
  ['removeTreeSync', async (path: string) => removeTreeSync(path)],
])(
  '%s removes a folder with all in it, and nothing that a link leads to',
  async (_name, remove) => {
    const [kept, tree] = [join(folder, 'kept'), join(folder, '-tree')];
    await mkdir(kept);
    await writeFile(join(kept, 'file'), '');
    await mkdir(join(tree, 'deep'), { recursive: true });
    await symlink(kept, join(tree, 'deep/link'));
    await remove(tree);
    expect(await readdir(folder)).toEqual(['kept']);
    expect(await readdir(kept)).toEqual(['file']);
    // What is not there needs no removal.
    await remove(tree);
  },
);
