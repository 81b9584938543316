import { expect, test } from 'vitest';
import { findings } from './findings.ts';
import type { Standing } from './measures.ts';

type Round = Standing['rounds'][number];

const standing = (variant: string, valueMs: number, rounds: readonly Round[]): Standing => ({
  variant,
  valueMs,
  interval: null,
  rounds,
  cell: '',
});

const textOf = (...standings: Standing[]): string | undefined =>
  findings([{ id: '1a-text', title: '', standings }])[0]?.text;

test('a ratio pairs what one run measured in one round, also where runs share seeds', () => {
  const fast = standing('fast', 10, [
    { run: 'quiet', seed: 1, valueMs: 10 },
    { run: 'busy', seed: 1, valueMs: 100 },
  ]);
  const slow = standing('slow', 20, [
    { run: 'quiet', seed: 1, valueMs: 20 },
    { run: 'busy', seed: 1, valueMs: 200 },
  ]);
  expect(textOf(fast, slow)).toContain('(× 2.00)');
});

test('a ratio pairs by seed what two shards measured, never two seeds', () => {
  const fast = standing('fast', 10, [
    { run: 'shard 1', seed: 1, valueMs: 10 },
    { run: 'shard 1', seed: 2, valueMs: 1 },
  ]);
  const slow = standing('slow', 30, [{ run: 'shard 2', seed: 2, valueMs: 3 }]);
  expect(textOf(fast, slow)).toContain('(× 3.00)');
});
