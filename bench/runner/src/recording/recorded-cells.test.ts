import { expect, test } from 'vitest';
import { configure } from '../configure.ts';
import { planCells } from '../plan.ts';

/** Ids of the recorded cells among two rounds of each scenario. */
function recorded(recordWait?: 'all' | 'first' | 'none'): string[] {
  const configuration = configure('smoke', {
    variants: ['node-ws'],
    scenarios: ['1a', '4f', '4g'],
    networks: ['ideal', '4g'],
    kinds: ['text'],
    rounds: 2,
    ...(recordWait && { recordWait }),
  });
  const cells = planCells(configuration);
  return cells.flatMap(({ id, recorded }) => (recorded ? [id] : [])).toSorted();
}

test('by default cells beside a transfer over a shaped network are recorded, in the first round', () => {
  expect(recorded()).toEqual(['4g/node-ws/4f-text/0', '4g/node-ws/4g-text/0']);
  expect(recorded('first')).toEqual(recorded());
});

test('all rounds are recorded, or none, where that is asked for', () => {
  expect(recorded('all')).toEqual([
    '4g/node-ws/4f-text/0',
    '4g/node-ws/4f-text/1',
    '4g/node-ws/4g-text/0',
    '4g/node-ws/4g-text/1',
  ]);
  expect(recorded('none')).toEqual([]);
});
