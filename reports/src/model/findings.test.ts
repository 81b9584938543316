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

describe('the first two', () => {
  /** With an interval of ± `around` ms, over so many rounds. */
  const over = (count: number, valueMs: number, around: number): Standing => ({
    ...standing(
      `of ${valueMs} ms`,
      valueMs,
      Array.from({ length: count }, (_, seed) => ({ run: 'one', seed, valueMs })),
    ),
    interval: { low: valueMs - around, high: valueMs + around },
  });
  const judged = (first: Standing, second: Standing) => {
    const [only] = findings([{ id: '1a-text', title: '', standings: [first, second] }]);
    return [only?.difference, only && findingText(only).split(' – ').at(1)];
  };

  test('of one round have no interval', () => {
    const [first, second] = [standing('a', 10, []), standing('b', 20, [])];
    expect(judged(first, second)).toEqual([
      'not shown',
      'no difference shown between the first two (1 round: no interval)',
    ]);
  });

  test('whose intervals overlap, or touch, are not shown to differ', () => {
    const text = 'no difference shown between the first two (the intervals overlap)';
    expect(judged(over(5, 10, 6), over(5, 20, 6))).toEqual(['not shown', text]);
    expect(judged(over(5, 10, 5), over(5, 20, 5))).toEqual(['not shown', text]);
  });

  test('differ by more than a link may be off: 1 ms, and 5 %', () => {
    const text = 'no difference shown between the first two (it is smaller than a link may be off)';
    expect(judged(over(5, 2, 0.1), over(5, 3, 0.1))).toEqual(['not shown', text]);
    expect(judged(over(5, 2, 0.1), over(5, 3.1, 0.1))[0]).toBe('shown');
    expect(judged(over(5, 100, 0.1), over(5, 105, 0.1))).toEqual(['not shown', text]);
    expect(judged(over(5, 100, 0.1), over(5, 105.5, 0.1))[0]).toBe('shown');
  });

  test('are shown to differ from four rounds on', () => {
    expect(judged(over(4, 10, 1), over(5, 20, 1))).toEqual([
      'shown',
      'the intervals of 4 rounds are apart',
    ]);
  });

  test.each([
    { rounds: [3, 3], oneIn: 10 },
    { rounds: [2, 2], oneIn: 3 },
    { rounds: [2, 3], oneIn: 5 },
  ])('with $rounds rounds are suggested to', ({ rounds: [a = 0, b = 0], oneIn }) => {
    expect(judged(over(b, 10, 1), over(a, 20, 1))).toEqual([
      'suggested',
      `the intervals are apart, but with ${a} rounds chance does that 1 time in ${oneIn}`,
    ]);
  });
});
