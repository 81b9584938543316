import { expect, test } from 'vitest';
import { figureOfPoints, pointsOf } from '../../fixtures/made-figure.ts';
import { figureCell } from '../document/figure-cell.ts';
import { figureColumns } from '../figures/columns.ts';
import { cautionNotes } from './caution-notes.ts';

const caution = (id: string, rounds: readonly number[]) => ({
  id,
  meaning: `${id} is bad`,
  cells: rounds.map((round) => `cell ${round}`),
});

const figureOf = (cautions: ReturnType<typeof caution>[], changes = {}, rounds = [1, 2, 3, 4]) =>
  figureOfPoints({ metric: 'load-during', cautions, ...changes }, pointsOf(rounds));

test('a note has each caution once, with the variants and arms that have it', () => {
  const notes = cautionNotes([
    figureOf([caution('a', [0, 2])]),
    figureOf([caution('a', [1, 3]), caution('b', [1])], { variant: 'uws-ws' }),
    figureOf([caution('a', [0, 1, 2])], { arm: 'http2-write=16k' }),
    figureOf([], { variant: 'node-http1' }),
  ]);
  expect(notes).toEqual([
    ['† “A” (a is bad): node-ws, uws-ws and node-ws with http2-write=16k. “B” (b is bad): uws-ws.'],
  ]);
});

test('of several places it says which', () => {
  const here = figureOf([caution('a', [0])]);
  expect(cautionNotes([here, figureOf([], { network: 'reference-3g' })])).toEqual([
    ['† “A” (a is bad): node-ws (scenario download over network reference-4g).'],
  ]);
});

test('a round without the number of a figure does not limit it', () => {
  const without = figureOf([caution('a', [7])]);
  expect(cautionNotes([without])).toEqual([]);
  expect(figureCell(without, { comparison: null }).lines).toEqual([['1.00 · 2.00 · 3.00 · 4.00']]);
  expect(figureColumns(without)['cautions']).toBe('');
});

test('a mark has the rounds with any caution; a file has each of them', () => {
  const figure = figureOf([caution('a', [0, 2]), caution('b', [2, 3])]);
  expect(figureCell(figure, { comparison: null }).lines?.at(-1)).toEqual(['† 3 of 4 rounds']);
  expect(figureColumns(figure)['cautions']).toBe(
    'a is bad: 2 of 4 rounds; b is bad: 2 of 4 rounds',
  );
});
