import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { hasCode, messageOf } from '@holbench/process/user-error';
import * as v from 'valibot';
import { blocksAt } from './block.ts';
import { Cell } from './cell.ts';
import { checkSchema } from './check-schema.ts';
import { Connection } from './connection.ts';
import { Manifest } from './manifest.ts';
import { COMPRESSED, RUN_FILES } from './run-files.ts';
import { RunFolderError } from './run-folder-error.ts';
import { Sample } from './sample.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

/** A cell whose line exists, with the samples that count for it. */
export interface FinishedCell {
  readonly cell: Cell;
  /** Raw, in the order of the file, warm-up included. */
  readonly samples: readonly Sample[];
  /** In the order of the file; absent: none. */
  readonly connections?: readonly Connection[];
}

export interface Run {
  readonly folder: string;
  readonly manifest: Manifest;
  /** One entry per finished cell, in the order in which they ended. */
  readonly cells: readonly FinishedCell[];
  /** Tolerated problems, one line each. */
  readonly warnings: readonly string[];
}

/**
 * Reads a run folder; every line is checked against its schema. A last line without its end is left out with a warning.
 *
 * Files of lines that end in `.gz` are read in place of those without.
 *
 * A cell counts when its line exists. It may have run more than once, if the run was killed or
 * resumed. Its last line counts, with as many of its last samples and connections as that line announces.
 *
 * @throws RunFolderError of one line: no manifest, another schema version, a broken line, an unknown network,
 *   a cell that no block has, two cells that say they are one round of the same, lines both compressed and not.
 */
export async function readRun(folder: string): Promise<Run> {
  const manifest = await readManifest(folder);
  const warnings: string[] = [];
  const cells = new Map<string, Cell>();
  for await (const cell of readLines(join(folder, RUN_FILES.cells), Cell, warnings)) {
    cells.delete(cell.cell);
    cells.set(cell.cell, cell);
  }
  assertPlanned(folder, manifest, cells.values());
  assertRoundsDiffer(folder, cells.values());
  const linesOf = <Schema extends typeof Connection | typeof Sample>(
    name: 'connections' | 'samples',
    schema: Schema,
  ) => byCell(readLines(join(folder, RUN_FILES[name]), schema, warnings));
  const samples = await linesOf('samples', Sample);
  const connections = await linesOf('connections', Connection);
  const unfinished = [...samples.keys()].filter((id) => !cells.has(id));
  for (const id of unfinished) warnings.push(`cell ${id} did not finish; its samples do not count`);
  return {
    folder,
    manifest,
    cells: [...cells.values()].map((cell) =>
      finished(cell, samples.get(cell.cell) ?? [], connections.get(cell.cell) ?? []),
    ),
    warnings,
  };
}

/** How much moved in a cell is known from the block that has it. */
function assertPlanned(folder: string, manifest: Manifest, cells: Iterable<Cell>): void {
  const networks = new Set(manifest.networks.map(({ profile }) => profile.id));
  for (const { cell, network, scenario } of cells) {
    if (!networks.has(network)) {
      throw new RunFolderError(
        `${folder}: cell ${cell} used ${network}, a network that manifest.json does not list`,
      );
    }
    if (blocksAt(manifest, { network, scenario }).length > 0) continue;
    throw new RunFolderError(
      `${folder}: cell ${cell} is in no block of manifest.json; restore the folder as the bench wrote it`,
    );
  }
}

/** A round that counts twice would narrow intervals. */
function assertRoundsDiffer(folder: string, cells: Iterable<Cell>): void {
  const known = new Map<string, string>();
  for (const { cell, network, variant, scenario, kind, arm, round } of cells) {
    const place = JSON.stringify([network, variant, scenario, kind, arm, round]);
    const other = known.get(place);
    if (other !== undefined) {
      throw new RunFolderError(`${folder}: cells ${other} and ${cell} are the same round ${round}`);
    }
    known.set(place, cell);
  }
}

/** A manifest of any version. */
const AnyVersion = v.object({ schemaVersion: v.unknown() });

/** Reads only the manifest of a run folder. @throws RunFolderError as {@link readRun}. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, RUN_FILES.manifest);
  let text: string;
  let value: unknown;
  try {
    await assertFile(path);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR'))
      throw new RunFolderError(
        `${folder} is not a run folder: it has no manifest.json; name one that pnpm bench wrote`,
      );
    throw new RunFolderError(`${path}: ${messageOf(error)}`);
  }
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RunFolderError(
      `${path} is not JSON: ${messageOf(error)}; without it the run cannot be read: repair it, or start a new run`,
    );
  }
  const { schemaVersion } = v.parse(v.fallback(AnyVersion, { schemaVersion: undefined }), value);
  if (schemaVersion !== RESULTS_SCHEMA_VERSION) {
    throw new RunFolderError(
      `${path} has schema version ${JSON.stringify(schemaVersion) ?? 'none'}; this holbench reads version ${RESULTS_SCHEMA_VERSION}: use the holbench that wrote it`,
    );
  }
  try {
    return checkSchema(Manifest, value);
  } catch (error) {
    throw new RunFolderError(`${path}: ${messageOf(error)}; ${OF_ANOTHER_VERSION}`);
  }
}

async function byCell<Line extends { readonly cell: string }>(
  lines: AsyncIterable<Line>,
): Promise<ReadonlyMap<string, readonly Line[]>> {
  const all = new Map<string, Line[]>();
  for await (const line of lines) {
    const known = all.get(line.cell);
    if (known) known.push(line);
    else all.set(line.cell, [line]);
  }
  return all;
}

function finished(
  cell: Cell,
  samples: readonly Sample[],
  connections: readonly Connection[],
): FinishedCell {
  const last = <Line>(lines: readonly Line[], count: number): readonly Line[] =>
    lines.slice(Math.max(0, lines.length - count));
  const own = {
    samples: last(samples, cell.samples),
    connections: last(connections, cell.connections),
  };
  const reasons = (['samples', 'connections'] as const).flatMap((name) => {
    const { length } = own[name];
    return length === cell[name]
      ? []
      : `${RUN_FILES[name]} holds ${length} of its ${cell[name]} ${name}`;
  });
  if (reasons.length === 0) return { cell, ...own };
  return { cell: { ...cell, valid: false, reasons: [...cell.reasons, ...reasons] }, ...own };
}

/** @throws Error for a folder, or a pipe, which nobody may ever write to. */
async function assertFile(path: string): Promise<void> {
  if (!(await stat(path)).isFile()) throw new Error('it is not a regular file');
}

/**
 * The file that holds lines: `path`, or its `.gz`, which a run to keep has instead.
 * @throws RunFolderError when both are there: they may differ, and nothing says which of them counts.
 */
function fileOfLines(path: string): string {
  const compressed = `${path}${COMPRESSED}`;
  if (!existsSync(compressed)) return path;
  if (!existsSync(path)) return compressed;
  throw new RunFolderError(`${path} and ${compressed} are both there: remove one of them`);
}

/** @throws Error of a file that is broken. */
async function openText(file: string): Promise<Readable> {
  await assertFile(file);
  if (!file.endsWith(COMPRESSED)) return createReadStream(file, 'utf8');
  const text = createGunzip();
  // An error of the file ends the text, too.
  pipeline(createReadStream(file), text, () => {});
  return text.setEncoding('utf8');
}

/**
 * Most characters of a line, which is read as a whole. The longest of the lab's own runs, a cell with long
 * windows, has 123,000.
 */
const LONGEST_LINE = 8 * 1024 * 1024;
const WITHOUT_IT = 'without this line the rest can be read';
/** What this version knows no more stands in runs of some before it. */
const OF_ANOTHER_VERSION = 'it is damaged, or of another version: use the holbench that wrote it';

async function* readLines<Schema extends typeof Cell | typeof Connection | typeof Sample>(
  path: string,
  schema: Schema,
  warnings: string[],
): AsyncGenerator<v.InferOutput<Schema>> {
  const file = fileOfLines(path);
  let number = 1;
  let line = '';
  const broken = (why: string, remedy = WITHOUT_IT) =>
    new RunFolderError(`${file}:${number}: ${why}; ${remedy}`);
  const parsed = (): v.InferOutput<Schema> => {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw broken(messageOf(error));
    }
    try {
      return checkSchema(schema, value);
    } catch (error) {
      throw broken(messageOf(error), OF_ANOTHER_VERSION);
    }
  };
  try {
    // Not node:readline, which also splits at U+2028: JSON allows that inside a string.
    for await (const chunk of await openText(file)) {
      for (const [index, piece] of String(chunk).split('\n').entries()) {
        if (index > 0) {
          yield parsed();
          number += 1;
          line = '';
        }
        line += piece;
        if (line.length > LONGEST_LINE) {
          throw broken(`the line is longer than ${LONGEST_LINE} characters, the limit`);
        }
      }
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return;
    if (error instanceof RunFolderError) throw error;
    const remedy = hasCode(error, ...DAMAGED) ? '; the file is damaged: copy it again' : '';
    throw new RunFolderError(`${file}: ${messageOf(error)}${remedy}`);
  }
  // A line without its end was torn by a kill in the middle of a write; the writer cuts it off.
  if (line !== '') warnings.push(`${file}:${number}: torn last line left out`);
}

/** What zlib says of a file that was cut short or changed. */
const DAMAGED = ['Z_BUF_ERROR', 'Z_DATA_ERROR'];
