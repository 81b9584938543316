import { describe, expect, it } from 'vitest';
import { configure } from '../configure.ts';
import { planCells } from '../plan.ts';
import { assertBudgetHoldsRound, parseBudget, plannedTimeText } from './budget.ts';

describe('--budget', () => {
  it('is a time', () => {
    expect(parseBudget('20m')).toBe(1_200);
    expect(parseBudget('2h')).toBe(7_200);
    expect(parseBudget('90s')).toBe(90);
  });

  it.each(['-1', '3', '0m', '20x', '5s', '1000h'])('%s is refused in a line', (text) => {
    expect(() => parseBudget(text)).toThrow(
      `--budget: '${text}' is not a time from 1m to 168h; use 20m or 2h`,
    );
  });

  it('is part of how long a run is said to take', () => {
    expect(plannedTimeText(2_460, { budgetSeconds: null })).toBe('about 41 min');
    expect(plannedTimeText(2_460, { budgetSeconds: 7_200 })).toBe('at most about 41 min');
  });

  it('needs a scenario with a bulk transfer', () => {
    const without = configure('standard', { budget: 300, scenarios: ['1a'] });
    expect(() => assertBudgetHoldsRound(planCells(without), without, true)).toThrow(
      '--budget is about download and upload: add one to --scenarios',
    );
    expect(() => assertBudgetHoldsRound(planCells(without), without, false)).not.toThrow();
  });

  it('is refused before the run where it does not hold a round', () => {
    const of = (budget: number) => {
      const choice = { budget, scenarios: ['download'], networks: ['reference-4g'], jobs: 1 };
      const configuration = configure('standard', choice);
      assertBudgetHoldsRound(planCells(configuration), configuration, true);
    };
    expect(() => of(60)).toThrow(
      /^--budget 60 s: one round takes about \d+ (s|min); give --budget \d+m, or fewer --scenarios, --variants or --networks$/,
    );
    expect(() => of(3_600)).not.toThrow();
  });
});
