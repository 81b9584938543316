import { describe, expect, test } from 'vitest';
import { figureOfPoints, pointsOf } from '../../fixtures/made-figure.ts';
import { plainText } from '../document/block.ts';
import type { Figure } from '../figures/figure.ts';
import { findingSentences } from './findings.ts';

type Changes = Partial<Omit<Figure, 'variant' | 'metric'>>;

/** Of six rounds within ± `around` ms. */
const of = (value: number, around: number, changes: Changes = {}): Figure => ({
  ...figureOfPoints(
    { variant: `v${value}`, scenario: '1a', metric: 'makespan' },
    pointsOf([-1, 1, -0.5, 0.5, 0, 0].map((share) => value + share * around)),
  ),
  ...changes,
});
const finding = (...figures: Figure[]) => findingSentences({ figures }).map(plainText);
/** How many times the second takes as long. */
const shown = (times: string) => expect.stringMatching(`^The second ÷ the first is ${times} ×\\.$`);

describe('fewer than six rounds', () => {
  const [low, middle, high] = [
    of(369.6, 0, { rounds: 1 }),
    of(400, 0),
    of(495.3, 0, { rounds: 1 }),
  ];

  test('rank nobody: no fastest, no multiple', () => {
    expect(finding(low, high)).toEqual([
      'Lowest 369.6 ms (v369.6), highest 495.3 ms (v495.3): too few rounds to compare (1; 6 needed).',
    ]);
    expect(finding(of(10, 1, { rounds: 2 }), of(900, 1, { rounds: 3 }))).toEqual([
      'Lowest 10.0 ms (v10), highest 900.0 ms (v900): too few rounds to compare (2 to 3; 6 needed).',
    ]);
  });

  test('beside those of six are named', () => {
    expect(finding(low, middle, of(450, 1), high)).toEqual([
      'Fastest v400 400.0 ms, next v450 450.0 ms (× 1.13).',
      shown('1.12 to 1.13'),
      'Too few rounds to compare (1; 6 needed): v369.6 369.6 ms and v495.3 495.3 ms.',
    ]);
  });

  test('of one alone say so', () => {
    expect(finding(low)[0]).toBe('Only v369.6 369.6 ms: too few rounds to compare (1; 6 needed).');
  });
});

describe('the first two', () => {
  test('that are not shown to differ say what would have been seen', () => {
    const text = /^No difference detected between the first two \(could have seen \d\.\d\d ×\)\.$/;
    const mixed = figureOfPoints(
      { variant: 'b', scenario: '1a', metric: 'makespan' },
      pointsOf([8, 14, 9, 13, 10, 12]),
    );
    expect(finding(of(10, 0.1), mixed)[1]).toMatch(text);
  });

  test('that differ by less than a link may be off are equivalent', () => {
    expect(finding(of(100, 0.1), of(104, 0.1))).toEqual([
      'Fastest v100 100.0 ms, next v104 104.0 ms (× 1.04).',
      'The first two are equivalent within 5 %.',
    ]);
    expect(finding(of(100, 0.1), of(105.5, 0.1))[1]).toEqual(shown('1.0[56] to 1.06'));
  });

  test('and the slowest have their multiples, paired by round', () => {
    const over = (variant: string, values: readonly number[]) =>
      figureOfPoints({ variant, scenario: '1a', metric: 'makespan' }, pointsOf(values));
    expect(
      finding(
        over('a', [10, 10, 10, 20, 20, 20]),
        over('b', [20, 30, 30, 60, 60, 80]),
        over('c', [50, 50, 50, 100, 100, 100]),
      ),
    ).toEqual([
      'Fastest a 15.0 ms, next b 45.0 ms (× 3.00), slowest c 75.0 ms (× 5.00).',
      shown('2.00 to 4.00'),
    ]);
  });
});

describe('what does not rank is named', () => {
  const limited = of(10, 1, { ranked: false });

  test('where the client was the limiting party', () => {
    const text = 'Not ranked, client-limited: v10 10.0 ms.';
    expect(finding(limited, of(20, 1), of(40, 1))).toEqual([
      'Fastest v20 20.0 ms, next v40 40.0 ms (× 2.00).',
      shown('1.95 to 2.05'),
      text,
    ]);
    expect(finding(limited, of(20, 1))).toEqual([text, 'Only v20 20.0 ms.']);
    expect(finding(limited)).toEqual([text]);
  });

  test('where a round failed', () => {
    expect(finding(of(20, 1), of(40, 1), of(5, 1, { survivors: true })).at(-1)).toBe(
      'Not ranked, failed in a round: v5 5.00 ms.',
    );
  });
});
