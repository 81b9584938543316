import { describe, expect, it } from 'vitest';
import { block } from '../../../../packages/results/fixtures/run-lines.ts';
import { configure } from '../configure.ts';
import { planCells } from '../plan.ts';
import {
  assertBudgetHoldsRound,
  assertPrecise,
  MOST_PRECISE_ROUNDS,
  parseBudget,
  parsePrecision,
  plannedTimeText,
} from './stopping-rule.ts';

describe('--precision and --budget', () => {
  it('are a share and a time', () => {
    expect(parsePrecision('10%')).toBe(0.1);
    expect(parsePrecision('2.5%')).toBe(0.025);
    expect(parseBudget('20m')).toBe(1_200);
    expect(parseBudget('2h')).toBe(7_200);
    expect(parseBudget('90s')).toBe(90);
  });

  it.each(['0', '0%', 'abc', '200%', '10', '-5%', ''])(
    '--precision %s is refused in a line',
    (text) => {
      expect(() => parsePrecision(text)).toThrow(
        `--precision: '${text}' is not a share from 1% to 100%; use 10%`,
      );
    },
  );

  it.each(['-1', '3', '0m', '20x', '5s', '1000h'])('--budget %s is refused in a line', (text) => {
    expect(() => parseBudget(text)).toThrow(
      `--budget: '${text}' is not a time from 1m to 168h; use 20m or 2h`,
    );
  });

  it('are part of how long a run is said to take', () => {
    const text = (precision: number | null, budgetSeconds: number | null) =>
      plannedTimeText(2_460, { blocks: [block({ precision })], budgetSeconds });
    expect(text(null, null)).toBe('about 41 min');
    expect(text(0.1, null)).toBe('about 41 min as planned');
    expect(text(0.1, 1_200)).toBe('at most about 41 min');
    expect(text(null, 7_200)).toBe('at most about 41 min');
  });

  it('--precision is not for a part of the cells', () => {
    expect(() => configure('standard', { precision: 0.1, shard: '1/2' })).toThrow(
      /^--precision with --shard: /,
    );
  });

  it('--precision needs a cell that it is about, and no more rounds than it may have', () => {
    const files = configure('standard', {
      precision: 0.1,
      scenarios: ['download', '1a'],
      kinds: ['binary'],
      networks: ['ideal'],
    });
    expect(() => assertPrecise(planCells(files), { precision: 0.1 })).toThrow(
      '--precision is about ',
    );
    const texts = configure('standard', { precision: 0.1, scenarios: ['download'] });
    expect(() => assertPrecise(planCells(texts), { precision: 0.1 })).not.toThrow();
    expect(() =>
      configure('standard', { precision: 0.1, rounds: MOST_PRECISE_ROUNDS + 1 }),
    ).toThrow('--precision: at most --rounds 40');
  });

  it('--precision and --budget need a scenario with a bulk transfer', () => {
    const without = configure('standard', { precision: 0.1, scenarios: ['1a'] });
    for (const [name, given] of [
      ['--precision', { precision: 0.1 }],
      ['--budget', { budget: 300 }],
    ] as const) {
      expect(() => assertPrecise(planCells(without), given)).toThrow(
        `${name} is about download and upload: add one to --scenarios`,
      );
    }
  });

  it('--precision is of the blocks with a transfer alone', () => {
    const { blocks } = configure('standard', { precision: 0.1 });
    const goals = blocks.map(({ scenarios, precision }) => [
      scenarios.includes('download'),
      precision,
    ]);
    expect(goals.every(([isBulk, goal]) => goal === (isBulk ? 0.1 : null))).toBe(true);
    expect(goals.flat()).toContain(0.1);
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
