import { expect, test } from 'vitest';
import { configure } from '../configure.ts';
import { planCells } from '../plan.ts';

/** Ids of the recorded cells among two rounds of each scenario. */
function recorded(recordWait?: 'all' | 'first' | 'none'): string[] {
  const configuration = configure('smoke', {
    variants: ['node-ws'],
    scenarios: ['1a', 'download', 'upload'],
    networks: ['ideal', 'reference-4g'],
    kinds: ['text'],
    rounds: 2,
    ...(recordWait && { recordWait }),
  });
  const cells = planCells(configuration);
  return cells.flatMap(({ id, recorded }) => (recorded ? [id] : [])).toSorted();
}

test('by default cells beside a transfer over a shaped network are recorded, in the first round', () => {
  expect(recorded()).toEqual([
    'reference-4g/node-ws/download-text/0',
    'reference-4g/node-ws/upload-text/0',
  ]);
  expect(recorded('first')).toEqual(recorded());
});

test('all rounds are recorded, or none, where that is asked for', () => {
  expect(recorded('all')).toEqual([
    'reference-4g/node-ws/download-text/0',
    'reference-4g/node-ws/download-text/1',
    'reference-4g/node-ws/upload-text/0',
    'reference-4g/node-ws/upload-text/1',
  ]);
  expect(recorded('none')).toEqual([]);
});
