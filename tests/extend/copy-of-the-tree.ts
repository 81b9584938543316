import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { Edit } from './toys.ts';

/** What is no source and too much to copy: packages of npm, and what setup has made. */
const LINKED = ['node_modules', '.tools', 'certs', 'data'];

/** The project's sources in a folder of their own, which goes with it. */
export class CopyOfTheTree implements AsyncDisposable {
  readonly root: string;
  readonly #touched = new Set<string>();

  private constructor(root: string) {
    this.root = root;
  }

  static async make(): Promise<CopyOfTheTree> {
    const copy = new CopyOfTheTree(await mkdtemp(join(tmpdir(), 'holbench-extend-')));
    const git = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const { stdout } = await promisify(execFile)('git', git, { cwd: PROJECT_ROOT });
    const files = stdout
      .split('\0')
      .filter((file) => file !== '' && !file.startsWith('reports/published/'));
    for (const file of files) {
      await cp(join(PROJECT_ROOT, file), join(copy.root, file)).catch((error: unknown) => {
        // Removed, and not committed yet.
        if (!String(error).includes('ENOENT')) throw error;
      });
    }
    for (const file of files.filter((name) => name.endsWith('/package.json'))) {
      // Their links lead to packages beside them, hence into the copy.
      const modules = join(dirname(file), 'node_modules');
      const options = { recursive: true, verbatimSymlinks: true };
      await cp(join(PROJECT_ROOT, modules), join(copy.root, modules), options).catch(() => {});
    }
    await mkdir(join(PROJECT_ROOT, 'data'), { recursive: true });
    for (const name of LINKED) await symlink(join(PROJECT_ROOT, name), join(copy.root, name));
    return copy;
  }

  /** Files that were written, in order. */
  get touched(): string[] {
    return [...this.#touched].toSorted();
  }

  async apply(edits: readonly Edit[]): Promise<void> {
    for (const edit of edits) {
      const path = join(this.root, edit.file);
      if ('content' in edit) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, edit.content);
      } else {
        const lines = (await readFile(path, 'utf8')).split('\n');
        const at = lines.findIndex((line) => edit.before.test(line));
        if (at < 0) throw new Error(`${edit.file} has no line like ${edit.before}`);
        await writeFile(path, lines.toSpliced(at, 0, edit.line).join('\n'));
      }
      this.#touched.add(edit.file);
    }
  }

  /** Runs a program of the workspace. @returns what it printed. @throws Error with it. */
  async run(program: string, ...args: string[]): Promise<string> {
    const command = join(this.root, 'node_modules/.bin', program);
    try {
      const { stdout, stderr } = await promisify(execFile)(command, args, {
        cwd: this.root,
        maxBuffer: 64 * 1024 ** 2,
      });
      return stdout + stderr;
    } catch (error) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- execFile's error has both
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
