import type { Block } from '@holbench/results/block';
import { expect, test } from 'vitest';
import { block } from '../../../packages/results/fixtures/run-lines.ts';
import { dataOf, networkOf } from '../../fixtures/made-cells.ts';
import { placesOf } from './selections.ts';

test('a run shows what its blocks would have run as missing, and nothing else', () => {
  const data = dataOf([networkOf('clean', {}), networkOf('lossy', {})], []);
  const places = (...blocks: readonly Block[]) => {
    const found = placesOf({ ...data, manifest: { ...data.manifest, blocks: [...blocks] } });
    return found.map(({ network, scenario, kind }) => [network, scenario, kind].join(' '));
  };
  const ofBulk = block({ networks: ['lossy'], scenarios: ['download'], kinds: ['text'] });
  const ofFiles = block({ networks: ['clean'], scenarios: ['1a'], kinds: ['binary'] });
  expect(places(ofBulk, ofFiles)).toEqual(['clean 1a binary', 'lossy download text']);
  const whole = block({
    networks: ['clean', 'lossy'],
    scenarios: ['1a', 'download'],
    kinds: ['text', 'binary'],
  });
  // Cells in common run once.
  expect(places(whole, ofFiles)).toHaveLength(2 * (2 + 1));
});
