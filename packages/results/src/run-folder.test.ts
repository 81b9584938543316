import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { block, cell, connection, manifest, sample } from '../fixtures/run-lines.ts';
import { RunFolderError } from './run-folder-error.ts';
import { readRun } from './run-reader.ts';
import { assertRunFolder, RunWriter } from './run-writer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-run-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A manifest’s text with one number or text of it exchanged, as no JSON.stringify writes it. */
function manifestWith(field: string): string {
  const name = field.slice(0, field.indexOf(':'));
  const text = JSON.stringify(manifest()).replace(new RegExp(`${name}:[^,}]+`), field);
  expect(text).toContain(field);
  return text;
}

async function writeOneCell(): Promise<void> {
  await using writer = await RunWriter.create(folder, manifest());
  await writer.appendSamples([sample({ index: 0 }), sample({ index: 1 })]);
  await writer.finishCell(cell({ samples: 2 }));
}

const indexes = (run: Awaited<ReturnType<typeof readRun>>) =>
  run.cells.map(({ samples }) => samples.map(({ index }) => index));

describe('a run folder', () => {
  test('reads back what was written', async () => {
    await writeOneCell();
    const run = await readRun(folder);
    expect(run.manifest).toEqual(manifest());
    expect(run.cells).toEqual([
      {
        cell: cell({ samples: 2 }),
        samples: [sample({ index: 0 }), sample({ index: 1 })],
        connections: [],
      },
    ]);
    expect(run.warnings).toEqual([]);
  });

  test.each([
    '--networks reference-4g --loss 1%',
    "--networks 'my office.json'",
    `--networks 'it'\\''s'`,
  ])('keeps options as a shell takes them: %s', async (options) => {
    const networks = manifest().networks.map((network) => ({ ...network, options }));
    {
      await using _ = await RunWriter.create(folder, manifest({ networks }));
    }
    expect((await readRun(folder)).manifest.networks).toEqual(networks);
  });

  test('keeps a reason with a line separator in one line', async () => {
    const reason = 'first\u2028second\nthird';
    await using writer = await RunWriter.create(folder, manifest());
    await writer.appendSamples([
      sample({ outcome: { status: 'failed', code: 'timeout', reason, afterMs: 1 } }),
    ]);
    await writer.finishCell(cell());
    const [only] = (await readRun(folder)).cells;
    expect(only?.samples[0]?.outcome).toMatchObject({ reason });
  });

  test('is not started twice', async () => {
    await writeOneCell();
    await expect(RunWriter.create(folder, manifest())).rejects.toThrow(/holds a run already/);
    await expect(assertRunFolder(folder)).rejects.toThrow(/holds a run already/);
  });

  test('is not read from a pipe, which might never end', async () => {
    await writeOneCell();
    const path = join(folder, 'samples.ndjson');
    await rm(path);
    await promisify(execFile)('mkfifo', [path]);
    await expect(readRun(folder)).rejects.toThrow(`${path}: it is not a regular file`);
    const manifestPath = join(folder, 'manifest.json');
    await rm(manifestPath);
    await promisify(execFile)('mkfifo', [manifestPath]);
    await expect(readRun(folder)).rejects.toThrow(`${manifestPath}: it is not a regular file`);
  });

  test('is read compressed as it is not, and then not resumed', async () => {
    await writeOneCell();
    const plain = await readRun(folder);
    const files = ['samples.ndjson', 'cells.ndjson'].map((name) => join(folder, name));
    await promisify(execFile)('gzip', files);
    expect(await readRun(folder)).toEqual(plain);
    await expect(RunWriter.resume(folder)).rejects.toThrow(
      `${files[0]}.gz is compressed: gunzip it to resume the run`,
    );
    await truncate(`${files[0]}.gz`, 40);
    await expect(readRun(folder)).rejects.toThrow(
      `${files[0]}.gz: unexpected end of file; the file is damaged: copy it again`,
    );
    await writeFile(`${files[0]}.gz`, 'no gzip');
    await expect(readRun(folder)).rejects.toThrow(
      `${files[0]}.gz: incorrect header check; the file`,
    );
  });

  test('is not read when lines are there both compressed and not', async () => {
    await writeOneCell();
    const path = join(folder, 'samples.ndjson');
    await promisify(execFile)('gzip', ['--keep', path]);
    await expect(readRun(folder)).rejects.toThrow(
      `${path} and ${path}.gz are both there: remove one of them`,
    );
  });

  test('compressed, names the file of a broken line', async () => {
    await writeOneCell();
    const path = join(folder, 'samples.ndjson');
    await appendFile(path, 'nonsense\n');
    await promisify(execFile)('gzip', [path]);
    await expect(readRun(folder)).rejects.toThrow(`${path}.gz:3: Unexpected token`);
  });

  test('is not started inside a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const refused = RunWriter.create(file, manifest());
    await expect(refused).rejects.toThrow(RunFolderError);
    await expect(refused).rejects.toThrow(/^no run folder can be made: .*file/);
    for (const path of [file, join(file, 'inside')]) {
      await expect(assertRunFolder(path)).rejects.toThrow(
        `no run folder can be made: ${file} is not a folder; name another with --out`,
      );
    }
  });

  const isRoot = process.getuid?.() === 0;
  const skipped = isRoot ? ' (skipped: root may write anywhere)' : '';
  test.skipIf(isRoot)(`is not started where nothing may be written${skipped}`, async () => {
    await chmod(folder, 0o500);
    await expect(assertRunFolder(join(folder, 'run'))).rejects.toThrow(
      /^no run folder can be made: EACCES: .*; name another with --out$/,
    );
  });

  test('can be made below folders that are not there yet, which the check does not make', async () => {
    await assertRunFolder(join(folder, 'some/run'));
    expect(await readdir(folder)).toEqual([]);
  });

  test('without a finished cell is an empty run', async () => {
    await using _ = await RunWriter.create(folder, manifest());
    expect((await readRun(folder)).cells).toEqual([]);
  });
});

describe('a run that was killed', () => {
  test('leaves a torn last line, which is left out with a warning', async () => {
    await writeOneCell();
    await appendFile(join(folder, 'samples.ndjson'), '{"run":"te');
    const run = await readRun(folder);
    expect(indexes(run)).toEqual([[0, 1]]);
    expect(run.warnings).toEqual([`${join(folder, 'samples.ndjson')}:3: torn last line left out`]);
  });

  test('inside a cell does not count that cell', async () => {
    await writeOneCell();
    await using writer = await RunWriter.resume(folder);
    await writer.appendSamples([sample({ cell: 'other' })]);
    const run = await readRun(folder);
    expect(run.cells.length).toBe(1);
    expect(run.warnings).toEqual(['cell other did not finish; its samples do not count']);
  });

  test('goes on after its torn line, and the repeated cell counts once', async () => {
    await using first = await RunWriter.create(folder, manifest());
    await first.appendSamples([sample({ index: 0 }), sample({ index: 1 })]);
    await appendFile(join(folder, 'samples.ndjson'), '{"run":"te');
    await appendFile(join(folder, 'cells.ndjson'), '{"run"');

    await using second = await RunWriter.resume(folder);
    await second.appendSamples([sample({ index: 2 }), sample({ index: 3 })]);
    await second.finishCell(cell({ samples: 2 }));
    const run = await readRun(folder);
    expect(indexes(run)).toEqual([[2, 3]]);
    expect(run.warnings).toEqual([]);
  });
});

test('a run whose folder is removed ends with its next cell', async () => {
  await using writer = await RunWriter.create(folder, manifest());
  await rm(folder, { recursive: true });
  await writer.appendSamples([sample({ index: 0 })]);
  await expect(writer.finishCell(cell({ samples: 1 }))).rejects.toThrow(
    `${join(folder, 'samples.ndjson')} was removed while its run went on: start a new run`,
  );
});

test('a manifest that a killed run could not put into its place is removed, and nothing else', async () => {
  await writeOneCell();
  for (const name of ['manifest.json.1234', 'manifest.json.mine']) {
    await writeFile(join(folder, name), '{');
  }
  await using _ = await RunWriter.resume(folder);
  const kept = [
    'cells.ndjson',
    'connections.ndjson',
    'logs',
    'manifest.json',
    'manifest.json.mine',
    'samples.ndjson',
  ];
  expect((await readdir(folder)).toSorted()).toEqual(kept);
});

test('of a cell that appears twice the last one counts', async () => {
  await writeOneCell();
  await using writer = await RunWriter.resume(folder);
  await writer.appendSamples([sample({ index: 9 })]);
  await writer.finishCell(cell({ samples: 1, seed: 8 }));
  const run = await readRun(folder);
  expect(run.cells.map((each) => each.cell.seed)).toEqual([8]);
  expect(indexes(run)).toEqual([[9]]);
});

test('a cell has its last connections, and is invalid without them', async () => {
  {
    await using writer = await RunWriter.create(folder, manifest());
    // Of a run that was killed before the line of its cell.
    await writer.appendConnections([connection({ connection: 0, seed: 1 })]);
    await writer.appendSamples([sample({ connection: 0 })]);
    await writer.appendConnections([connection({ seed: 2 }), connection({ connection: 1 })]);
    await writer.finishCell(cell({ connections: 2 }));
  }
  const [first] = (await readRun(folder)).cells;
  expect(first?.connections).toEqual([connection({ seed: 2 }), connection({ connection: 1 })]);
  await rm(join(folder, 'connections.ndjson'));
  expect((await readRun(folder)).cells[0]?.cell).toMatchObject({
    valid: false,
    reasons: ['connections.ndjson holds 0 of its 2 connections'],
  });
});

test('a cell that announces more samples than there are is invalid', async () => {
  await using writer = await RunWriter.create(folder, manifest());
  await writer.appendSamples([sample()]);
  await writer.finishCell(cell({ samples: 3 }));
  expect((await readRun(folder)).cells[0]?.cell).toMatchObject({
    valid: false,
    reasons: ['samples.ndjson holds 1 of its 3 samples'],
  });
});

describe('what is broken is refused in one line', () => {
  const refusal = async () => {
    const error: unknown = await readRun(folder).catch((thrown: unknown) => thrown);
    if (!(error instanceof RunFolderError)) throw new Error(`refused with ${String(error)}`);
    const { message } = error;
    expect(message).not.toContain('\n');
    return message.replace(folder, 'RUN');
  };

  test('an empty folder', async () => {
    expect(await refusal()).toBe(
      'RUN is not a run folder: it has no manifest.json; name one that pnpm bench wrote',
    );
  });

  test('a manifest that is no JSON', async () => {
    await writeFile(join(folder, 'manifest.json'), '{\n  x');
    expect(await refusal()).toMatch(/^RUN\/manifest.json is not JSON: /);
  });

  test('an unknown schema version', async () => {
    await writeFile(join(folder, 'manifest.json'), '{"schemaVersion":99}');
    expect(await refusal()).toBe(
      'RUN/manifest.json has schema version 99; this holbench reads version 9: use the holbench that wrote it',
    );
  });

  test('a manifest with a missing field', async () => {
    const { machine: _, ...rest } = manifest();
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(rest));
    expect(await refusal()).toMatch(/^RUN\/manifest.json: machine: Invalid key/);
  });

  test('a broken line that is not the last', async () => {
    await writeOneCell();
    await appendFile(join(folder, 'samples.ndjson'), `nonsense\n${JSON.stringify(sample())}\n`);
    expect(await refusal()).toMatch(/^RUN\/samples.ndjson:3: /);
  });

  test('a line without end, before it fills the memory', async () => {
    await writeOneCell();
    const path = join(folder, 'samples.ndjson');
    await truncate(path, 40_000_000);
    const startedMs = performance.now();
    expect(await refusal()).toBe(
      'RUN/samples.ndjson:3: the line is longer than 8388608 characters, the limit; without this line the rest can be read',
    );
    // All 40 MB, joined anew with each chunk, took ten.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  test('a line that breaks its schema', async () => {
    await writeOneCell();
    await appendFile(join(folder, 'cells.ndjson'), `${JSON.stringify({ ...cell(), round: -1 })}\n`);
    expect(await refusal()).toMatch(/^RUN\/cells.ndjson:2: round: Invalid value/);
  });

  test('a time so large that sums of it overflow', async () => {
    await writeOneCell();
    const line = JSON.stringify({ ...sample(), intendedAtMs: 1e308 });
    await appendFile(join(folder, 'samples.ndjson'), `${line}\n`);
    expect(await refusal()).toMatch(/^RUN\/samples.ndjson:3: intendedAtMs: Invalid value/);
  });

  test('numbers without end, and steps of no length', async () => {
    await writeFile(join(folder, 'manifest.json'), manifestWith('"plannedCells":1e999'));
    expect(await refusal()).toMatch(/^RUN\/manifest.json: plannedCells: Invalid integer/);
    const bulk = { streams: 1, beganAtMs: 0, binMs: 0, binBytes: [1] };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest()));
    const line = connection({ transfer: { phase: 'same', connections: null, bulk } });
    await writeFile(join(folder, 'connections.ndjson'), `${JSON.stringify(line)}\n`);
    expect(await refusal()).toMatch(
      /^RUN\/connections.ndjson:1: transfer.bulk.binMs: Invalid value/,
    );
  });

  test('a round that is too large for an export', async () => {
    await writeOneCell();
    const line = JSON.stringify({ ...cell(), cell: 'other', round: 2 ** 31 });
    await appendFile(join(folder, 'cells.ndjson'), `${line}\n`);
    expect(await refusal()).toMatch(/^RUN\/cells.ndjson:2: round: Invalid value/);
  });

  test('a round that is in two cells', async () => {
    await writeOneCell();
    await appendFile(
      join(folder, 'cells.ndjson'),
      `${JSON.stringify({ ...cell(), cell: 'other' })}\n`,
    );
    expect(await refusal()).toBe(`RUN: cells ${cell().cell} and other are the same round 0`);
  });

  test.each([
    ['beacons', { sent: 1, lost: 2, waitMs: null, fullestMs: null }, /more beacons were lost/],
    ['window', { fromMs: 2, toMs: 1 }, /a window must end after it begins/],
  ])('a transfer whose %s cannot be', async (name, value, why) => {
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest()));
    const part = name === 'beacons' ? { down: value, up: value } : value;
    const transfer = { phase: 'same', connections: null, bulk: null, [name]: part };
    const line = { ...connection(), transfer };
    await writeFile(join(folder, 'connections.ndjson'), `${JSON.stringify(line)}\n`);
    expect(await refusal()).toMatch(why);
  });

  test('a part of too many', async () => {
    await writeFile(join(folder, 'manifest.json'), manifestWith('"shard":"1/99999999999"'));
    expect(await refusal()).toMatch(/^RUN\/manifest.json: config.shard: Invalid format/);
  });

  test.each([
    '--networks reference-4g; touch /tmp/here',
    '--networks $(id)',
    "--networks 'reference-4g' ' & id",
    '--networks reference-4g\n id',
  ])('options that a shell would do more with: %j', async (options) => {
    const networks = manifest().networks.map((network) => ({ ...network, options }));
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest(), networks }));
    expect(await refusal()).toMatch(/^RUN\/manifest.json: networks.0.options: Invalid format/);
  });

  test.each([
    { factor: 'loss; id', values: ['0%'] },
    { factor: 'loss', values: ['0%', '$(id)'] },
  ])('a sweep that a shell would do more with: %j', async (swept) => {
    const blocks = [{ ...block(), settings: [swept] }];
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest(), blocks }));
    expect(await refusal()).toMatch(/^RUN\/manifest.json: blocks.0.settings.0.*: Invalid format/);
  });

  test('settings and names that a shell would do more with', async () => {
    await writeOneCell();
    for (const [field, changes] of [
      ['variant', { variant: 'node-ws; id' }],
      ['scenario', { scenario: '`id`' }],
      ['factors.congestionControl', { factors: { ...cell().factors, congestionControl: 'a|sh' } }],
    ] as const) {
      const line = JSON.stringify({ ...cell(), ...changes });
      await writeFile(join(folder, 'cells.ndjson'), `${line}\n`);
      expect(await refusal()).toContain(`RUN/cells.ndjson:1: ${field}: Invalid format`);
    }
  });

  test('a cell over a network that the manifest lacks', async () => {
    await writeOneCell();
    const line = JSON.stringify({ ...cell(), network: 'wifi', cell: 'wifi/node-ws/1a-text/0' });
    await appendFile(join(folder, 'cells.ndjson'), `${line}\n`);
    expect(await refusal()).toBe(
      'RUN: cell wifi/node-ws/1a-text/0 used wifi, a network that manifest.json does not list',
    );
  });

  test('a schema version that is no number', async () => {
    await writeFile(join(folder, 'manifest.json'), '{"schemaVersion":{"toString":1}}');
    expect(await refusal()).toBe(
      'RUN/manifest.json has schema version {"toString":1}; this holbench reads version 9: use the holbench that wrote it',
    );
    await writeFile(join(folder, 'manifest.json'), String.raw`{"schemaVersion":"3 \u001b[31m"}`);
    expect(await refusal()).toBe(
      'RUN/manifest.json has schema version "3 \\u001b[31m"; this holbench reads version 9: use the holbench that wrote it',
    );
  });

  test('without what steers a terminal', () => {
    const { message } = new RunFolderError('a\u001b[31mb\u009bc\u0000d\ne');
    expect(message).toBe('a [31mb c d e');
  });

  test('the same when writing', async () => {
    await using writer = await RunWriter.create(folder, manifest());
    await expect(writer.appendSamples([sample({ round: -1 })])).rejects.toThrow(
      /^refused to write a broken line: round: /,
    );
    expect(await readFile(join(folder, 'samples.ndjson'), 'utf8')).toBe('');
  });
});
