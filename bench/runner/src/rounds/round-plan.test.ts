import type { Cell } from '@holbench/results/cell';
import { describe, expect, it } from 'vitest';
import { cell } from '../../../../packages/results/fixtures/run-lines.ts';
import { configure, type Overrides } from '../configure.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { planCells } from '../plan.ts';
import { RoundPlan } from './round-plan.ts';

const CHOICE: Overrides = {
  variants: ['node-ws', 'node-http1'],
  scenarios: ['download'],
  networks: ['reference-4g'],
  rounds: 2,
  // With a factor of its own the preset has its matrix alone.
  factors: { bulk: '1' },
};

/** The line of a cell that took so long. */
function finished(planned: PlannedCell, seconds: number): Cell {
  const { id, variant, network, scenario, round, arm } = planned;
  return cell({
    cell: id,
    variant,
    network: network.profile.id,
    scenario,
    round,
    arm,
    endedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + 1_000 * seconds).toISOString(),
  });
}

function planOf(overrides: Overrides, done?: readonly Cell[]): RoundPlan {
  return new RoundPlan(configure('standard', { ...CHOICE, ...overrides }), done);
}

/** Runs all rounds. @param seconds of a cell. */
function runAll(overrides: Overrides, seconds: number, done: readonly Cell[] = []) {
  const plan = planOf(overrides, done);
  const rounds: string[][] = [];
  const notes: string[] = [];
  const lines: Cell[] = [];
  let elapsed = 0;
  for (;;) {
    const { cells, note } = plan.next(elapsed);
    if (note !== null) notes.push(note);
    if (cells.length === 0) return { rounds, notes, plan, lines };
    rounds.push(cells.map(({ id }) => id));
    for (const planned of cells) {
      const line = finished(planned, seconds);
      lines.push(line);
      plan.finish(line);
      elapsed += seconds;
    }
  }
}

describe('the rounds of a run', () => {
  it('are the planned ones without a budget', () => {
    const { rounds, notes, plan } = runAll({}, 60);
    expect(rounds.flat()).toEqual(planCells(configure('standard', CHOICE)).map(({ id }) => id));
    expect(rounds).toHaveLength(2);
    expect(notes).toEqual([]);
    expect(plan.plannedCells).toBe(4);
  });

  it('end where the budget does not hold another one', () => {
    const { rounds, notes, plan } = runAll({ budget: 600, rounds: 8 }, 90);
    // Three rounds take 540 s.
    expect(rounds).toHaveLength(3);
    expect(notes).toEqual([
      'time limit (--budget): ended after 3 rounds; 60 s left, and the next one (download over reference-4g) takes about 3 min',
    ]);
    expect(plan.plannedCells).toBe(6);
    expect(plan.remaining).toEqual([]);
  });

  it('of what has no transfer come last, and need no budget', () => {
    const scenarios = ['download', '1a'];
    const { rounds, notes } = runAll({ budget: 600, rounds: 8, scenarios }, 90);
    const isBulk = (ids: readonly string[]) => ids.every((id) => id.includes('download'));
    expect(rounds.map(isBulk)).toEqual([...Array(3).fill(true), ...Array(8).fill(false)]);
    expect(notes).toHaveLength(1);
  });
});

describe('a resumed run', () => {
  it('decides as the run would have, also in the middle of a round', () => {
    const budget = { budget: 600, rounds: 8 };
    const { rounds, lines } = runAll(budget, 90);
    for (const killedAfter of [1, 4, 5]) {
      const rest = runAll(budget, 90, lines.slice(0, killedAfter));
      expect(rest.rounds.flat()).toEqual(rounds.flat().slice(killedAfter));
      expect(rest.plan.plannedCells).toBe(6);
    }
  });

  it('knows what the cells of a shard took, which has none in some rounds', () => {
    const shard = { budget: 600, rounds: 8, shard: '2/2' };
    const cells = planCells(configure('standard', { ...CHOICE, ...shard }));
    expect(cells.every(({ round }) => round % 2 === 1)).toBe(true);
    const done = cells.slice(0, 4).map((planned) => finished(planned, 150));
    expect(planOf(shard, done).next(0)).toEqual({
      cells: [],
      note: 'time limit (--budget): ended after 2 rounds; 0 s left, and the next one (download over reference-4g) takes about 5 min',
    });
  });

  it('has used its budget by what its cells took, and finishes a begun round', () => {
    const [first, second] = planCells(configure('standard', CHOICE));
    if (!first || !second) throw new Error('two cells at least');
    const plan = planOf({ budget: 600, rounds: 8 }, [finished(first, 550)]);
    expect(plan.next(0).cells.map(({ id }) => id)).toEqual([second.id]);
    plan.finish(finished(second, 60));
    expect(plan.next(0).cells).toEqual([]);
  });
});
