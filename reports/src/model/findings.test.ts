import { describe, expect, test } from 'vitest';
import { findings, findingText } from './findings.ts';
import type { Standing } from './measures.ts';

type Round = Standing['rounds'][number];

const standing = (variant: string, valueMs: number, rounds: readonly Round[]): Standing => ({
  variant,
  valueMs,
  interval: null,
  rounds,
  cell: '',
  ranked: true,
});

const textOf = (...standings: Standing[]): string | undefined =>
  findings([{ id: '1a-text', title: '', standings }])
    .map(findingText)
    .at(0)
    ?.slice(': '.length);

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

describe('where the client was the bottleneck', () => {
  const [fast, middle, slow] = [10, 20, 40].map((valueMs) =>
    standing(`of ${valueMs} ms`, valueMs, []),
  );
  const unranked = (one: Standing | undefined): Standing[] =>
    one ? [{ ...one, ranked: false }] : [];
  const ranked = (one: Standing | undefined): Standing[] => (one ? [one] : []);

  test('a variant is neither the fastest nor the next, and is named', () => {
    const text = textOf(...unranked(fast), ...ranked(middle), ...ranked(slow));
    expect(text).toMatch(/^fastest of 20 ms 20\.0 ms, next of 40 ms 40\.0 ms \(× 2\.00\) – /);
    expect(text).toMatch(/; not ranked, as the client was the bottleneck: of 10 ms 10\.0 ms$/);
  });

  test('the only one that ranks is compared with nobody', () => {
    expect(textOf(...ranked(fast), ...unranked(slow))).toBe(
      'only of 10 ms 10.0 ms; not ranked, as the client was the bottleneck: of 40 ms 40.0 ms',
    );
  });

  test('when none ranks, none is the fastest', () => {
    expect(textOf(...unranked(fast), ...unranked(slow))).toBe(
      'not ranked, as the client was the bottleneck: of 10 ms 10.0 ms, of 40 ms 40.0 ms',
    );
  });
});
