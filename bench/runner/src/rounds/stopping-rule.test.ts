import { describe, expect, it } from 'vitest';
import { configure } from '../configure.ts';
import { planCells } from '../plan.ts';
import {
  assertBudgetHoldsRound,
  assertUntilHasCells,
  MOST_ROUNDS,
  parseBudget,
  parseUntil,
  plannedTimeText,
} from './stopping-rule.ts';

describe('--until and --budget', () => {
  it('are a share and a time', () => {
    expect(parseUntil('10%')).toBe(0.1);
    expect(parseUntil('2.5%')).toBe(0.025);
    expect(parseBudget('20m')).toBe(1_200);
    expect(parseBudget('2h')).toBe(7_200);
    expect(parseBudget('90s')).toBe(90);
  });

  it.each(['0', '0%', 'abc', '200%', '10', '-5%', ''])(
    '--until %s is refused in a line',
    (text) => {
      expect(() => parseUntil(text)).toThrow(
        `--until: '${text}' is not a share from 1% to 100%; use 10%`,
      );
    },
  );

  it.each(['-1', '3', '0m', '20x', '5s', '1000h'])('--budget %s is refused in a line', (text) => {
    expect(() => parseBudget(text)).toThrow(
      `--budget: '${text}' is not a time from 1m to 168h; use 20m or 2h`,
    );
  });

  it('are part of how long a run is said to take', () => {
    const text = (until: number | null, budgetSeconds: number | null) =>
      plannedTimeText(2_460, { until, budgetSeconds });
    expect(text(null, null)).toBe('about 41 min');
    expect(text(0.1, null)).toBe('about 41 min as planned');
    expect(text(0.1, 1_200)).toBe('about 41 min as planned, at most 20 min by --budget');
    expect(text(null, 7_200)).toBe('about 41 min as planned');
  });

  it('--until is not for a part of the cells', () => {
    expect(() => configure('standard', { until: 0.1, shard: '1/2' })).toThrow(
      /^--until with --shard: /,
    );
  });

  it('--until needs a cell that it is about, and no more rounds than it may have', () => {
    const files = configure('standard', {
      until: 0.1,
      scenarios: ['download', '1a'],
      kinds: ['binary'],
      networks: ['ideal'],
    });
    expect(() => assertUntilHasCells(planCells(files), files)).toThrow(
      '--until: no cell of this run has a transfer',
    );
    const texts = configure('standard', { until: 0.1, scenarios: ['download'] });
    expect(() => assertUntilHasCells(planCells(texts), texts)).not.toThrow();
    expect(() => configure('standard', { until: 0.1, rounds: MOST_ROUNDS + 1 })).toThrow(
      '--until: at most --rounds 40',
    );
  });

  it('--until needs a scenario with a bulk transfer', () => {
    expect(() => configure('standard', { until: 0.1, scenarios: ['1a'] })).toThrow(
      '--until is about download and upload: add one to --scenarios',
    );
  });

  it('--until has all networks of a run go on', () => {
    const roundsOf = (until?: number) =>
      configure('standard', {
        scenarios: ['download'],
        ...(until === undefined ? {} : { until }),
      }).networks.map(({ holbRounds }) => holbRounds);
    expect(roundsOf()).toEqual([1, 8]);
    expect(roundsOf(0.1)).toEqual([8, 8]);
    // Those of no option have no round of download over ideal.
    expect(configure('standard').networks.map(({ holbRounds }) => holbRounds)).toEqual([0, 8]);
  });

  it('a budget that does not hold a round is refused before the run', () => {
    const of = (budget: number) => {
      const choice = { budget, scenarios: ['download'], networks: ['reference-4g'], jobs: 1 };
      const configuration = configure('standard', choice);
      assertBudgetHoldsRound(planCells(configuration), configuration);
    };
    expect(() => of(60)).toThrow(
      /^--budget 60 s: one round takes about \d+ (s|min); give --budget \d+m, or fewer --scenarios, --variants or --networks$/,
    );
    expect(() => of(3_600)).not.toThrow();
  });
});
