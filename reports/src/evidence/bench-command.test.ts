import { expect, test } from 'vitest';
import { manifest } from '../../../packages/results/fixtures/run-lines.ts';
import { otherRun, RUN } from '../../fixtures/evidence-report.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { cellCommand, partCommand, runCommand } from './bench-command.ts';

const [CELL] = RUN.cells;
if (!CELL) throw new Error('the made-up run has cells');
const { cell: id } = CELL.cell;
const SHARD = manifest({ config: { ...manifest().config, shard: '2/4' } });

test('a run is repeated by its name, and a shard of it as one', () => {
  expect(runCommand(manifest({ run: '2026-01-01-standard' }))).toBe(
    'pnpm bench --again 2026-01-01-standard',
  );
  expect(runCommand(SHARD)).toBe('pnpm bench --again test --shard 2/4');
});

test('names in a run of somebody else are one word each for a shell', () => {
  expect(runCommand(manifest({ run: 'a; rm -r b' }))).toBe("pnpm bench --again 'a; rm -r b'");
});

test('a cell is repeated by the id that it has in its own run', () => {
  const one = mergeRuns([RUN]);
  const command = `pnpm bench --again made-up --cell ${id}`;
  expect(cellCommand(one, CELL.cell)).toBe(command);
  const both = mergeRuns([RUN, otherRun('again')]);
  expect(both.cells.map(({ cell }) => cellCommand(both, cell))).toEqual(
    expect.arrayContaining([command, `pnpm bench --again again --cell ${id}`]),
  );
});

test('a cell of a shard is one of its run', () => {
  const shard = (of: string) =>
    otherRun('made-up', { config: { ...RUN.manifest.config, shard: of } });
  const both = mergeRuns([shard('1/2'), { ...shard('2/2'), cells: [] }]);
  const commands = both.cells.map(({ cell }) => cellCommand(both, cell));
  expect(commands).toContain(`pnpm bench --again made-up --cell ${id}`);
});

test('what was left out is measured with the conditions of the run', () => {
  const part = { scenarios: ['1a', '2c'], kinds: ['text'], network: 'a+loss=1%' };
  const command = 'pnpm bench --again test --scenarios 1a,2c --kinds text --networks a+loss=1%';
  expect(partCommand({ manifest: manifest() }, part)).toBe(command);
  // Not a quarter of it.
  expect(partCommand({ manifest: SHARD }, part)).toBe(`${command} --shard 1/1`);
});
