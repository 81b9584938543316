import { existsSync } from 'node:fs';
import {
  access,
  constants,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode, messageOf } from '@holbench/process/user-error';
import { writeWhole } from '@holbench/process/write-whole';
import type * as v from 'valibot';
import { Cell } from './cell.ts';
import { checkSchema } from './check-schema.ts';
import { Connection } from './connection.ts';
import { makeFolder } from './make-folder.ts';
import { Manifest } from './manifest.ts';
import { COMPRESSED, RUN_FILES } from './run-files.ts';
import { RunFolderError } from './run-folder-error.ts';
import { Sample } from './sample.ts';

const LINE_FILES = ['samples', 'connections', 'cells'] as const;
type LineFile = (typeof LINE_FILES)[number];

/**
 * Appends raw lines to a run folder and nothing else. Every line is checked against its schema
 * first. All samples and connections of a cell reach the disk before its line, so a cell with a line is complete,
 * and a killed run can be resumed.
 */
export class RunWriter implements AsyncDisposable {
  readonly folder: string;
  readonly #files: Readonly<Record<LineFile, FileHandle>>;

  private constructor(folder: string, files: Readonly<Record<LineFile, FileHandle>>) {
    this.folder = folder;
    this.#files = files;
  }

  /**
   * Starts a new run in `folder`, which is made if needed.
   *
   * @throws RunFolderError when the folder holds a run already, or cannot be made.
   */
  static async create(folder: string, manifest: Manifest): Promise<RunWriter> {
    await makeFolder(join(folder, RUN_FILES.logs)).catch((error: unknown) => {
      throw notMade(messageOf(error));
    });
    const text = manifestText(manifest);
    try {
      await writeFile(join(folder, RUN_FILES.manifest), text, { flag: 'wx' });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      throw holdsRun(folder);
    }
    return RunWriter.#open(folder);
  }

  /**
   * Continues the run in `folder`. A last line torn by a kill is cut off; it belongs to a cell that
   * will be run again. A manifest that was not yet in its place is removed. Read the run with `readRun` to know which cells are done.
   * @throws RunFolderError of a compressed run.
   */
  static async resume(folder: string): Promise<RunWriter> {
    for (const name of LINE_FILES) {
      const path = join(folder, RUN_FILES[name]);
      if (existsSync(`${path}${COMPRESSED}`)) {
        throw new RunFolderError(`${path}${COMPRESSED} is compressed: gunzip it to resume the run`);
      }
      await cutTornLine(path);
    }
    for (const name of await readdir(folder)) {
      if (UNFINISHED_MANIFEST.test(name)) await rm(join(folder, name), { force: true });
    }
    return RunWriter.#open(folder);
  }

  static async #open(folder: string): Promise<RunWriter> {
    const opened = (name: LineFile) => open(join(folder, RUN_FILES[name]), 'a');
    return new RunWriter(folder, {
      samples: await opened('samples'),
      connections: await opened('connections'),
      cells: await opened('cells'),
    });
  }

  /** Appends samples of the current cell, one line each. @throws RunFolderError */
  async appendSamples(samples: readonly Sample[]): Promise<void> {
    await this.#append('samples', Sample, samples);
  }

  /** Appends connections of the current cell, one line each. @throws RunFolderError */
  async appendConnections(connections: readonly Connection[]): Promise<void> {
    await this.#append('connections', Connection, connections);
  }

  /**
   * Appends the line that makes a cell count. `cell.samples` and `cell.connections` must be the numbers of lines appended
   * for it, warm-up included. @throws RunFolderError
   */
  async finishCell(cell: Cell): Promise<void> {
    const text = jsonOf(Cell, cell, 'line');
    await this.#assertThere();
    const { samples, connections, cells } = this.#files;
    await samples.datasync();
    await connections.datasync();
    await cells.appendFile(text);
    await cells.datasync();
  }

  async #append(
    name: LineFile,
    schema: v.GenericSchema,
    values: readonly unknown[],
  ): Promise<void> {
    if (values.length === 0) return;
    await this.#files[name].appendFile(
      values.map((value) => jsonOf(schema, value, 'line')).join(''),
    );
  }

  /** What is written to a file that was removed is lost. @throws RunFolderError */
  async #assertThere(): Promise<void> {
    for (const name of LINE_FILES) {
      const path = join(this.folder, RUN_FILES[name]);
      const [here, opened] = await Promise.all([
        stat(path).catch(() => null),
        this.#files[name].stat(),
      ]);
      if (here?.ino === opened.ino) continue;
      throw new RunFolderError(`${path} was removed while its run went on: start a new run`);
    }
  }

  /** Replaces the manifest in one step, e.g. with `endedAt` set. @throws RunFolderError */
  async writeManifest(manifest: Manifest): Promise<void> {
    await writeWhole(join(this.folder, RUN_FILES.manifest), manifestText(manifest));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of LINE_FILES) await this.#files[name].close();
  }
}

/** @throws RunFolderError for a value that breaks its schema. */
function jsonOf(schema: v.GenericSchema, value: unknown, what: string, indent?: number): string {
  try {
    return `${JSON.stringify(checkSchema(schema, value), null, indent)}\n`;
  } catch (error) {
    throw new RunFolderError(`refused to write a broken ${what}: ${messageOf(error)}`);
  }
}

const manifestText = (manifest: Manifest) => jsonOf(Manifest, manifest, 'manifest', 2);

async function cutTornLine(path: string): Promise<void> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null || bytes.length === 0 || bytes.at(-1) === NEWLINE) return;
  await using file = await open(path, 'r+');
  await file.truncate(bytes.lastIndexOf(NEWLINE) + 1);
}

const NEWLINE = 10;

/** What `writeWhole` leaves when it is killed. */
const UNFINISHED_MANIFEST = /^manifest\.json\.\d+$/;

/**
 * For commands that prepare before they write, or only plan to.
 * @throws RunFolderError when `folder` holds a run, or cannot be made or written.
 */
export async function assertRunFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, RUN_FILES.manifest))) throw holdsRun(folder);
  let nearest = resolve(folder);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!(await stat(nearest)).isDirectory()) throw notMade(`${nearest} is not a folder`);
  await access(nearest, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw notMade(messageOf(error));
  });
}

function notMade(why: string): RunFolderError {
  return new RunFolderError(`no run folder can be made: ${why}`, 'name another with --out');
}

function holdsRun(folder: string): RunFolderError {
  return new RunFolderError(`${folder} holds a run already`, 'give another --out');
}
