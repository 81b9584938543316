import { LABELS } from '@holbench/scenarios/labels';
import { describe, expect, it } from 'vitest';
import { cell, manifest, sample } from '../../../../packages/results/fixtures/run-lines.ts';
import { drawnCell, sentAt } from '../../../../reports/fixtures/drawn-cell.ts';
import { configure, type Overrides } from '../configure.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { planCells } from '../plan.ts';
import { RoundPlan } from './round-plan.ts';
import { MOST_PRECISE_ROUNDS } from './stopping-rule.ts';

const CHOICE: Overrides = {
  variants: ['node-ws', 'node-http1'],
  scenarios: ['download'],
  networks: ['reference-4g'],
  rounds: 2,
};
/** With a factor of its own the preset has its matrix alone. */
const NO_PARTS: Overrides = { factors: { bulk: '1' } };
const LOOPBACK = manifest().networks;

/** The latency of a cell in the phase same, in ms; null for an invalid cell, Infinity where nothing was answered. */
type SameMs = (planned: PlannedCell) => number | null;

function finished(planned: PlannedCell, sameMs: number | null, seconds = 60) {
  const { id, variant, network, scenario, round, arm } = planned;
  const line = cell({
    cell: id,
    variant,
    network: network.profile.id,
    scenario,
    round,
    arm,
    valid: sameMs !== null,
    endedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + 1_000 * seconds).toISOString(),
  });
  const samples = (['alone', 'same'] as const).flatMap((phase) => {
    const durationMs = phase === 'same' ? (sameMs ?? 0) : 100;
    return [0, 1].map((index) =>
      sample({
        label: LABELS.probe(phase, 'load'),
        index,
        intendedAtMs: sentAt(phase, 500 * index),
        outcome: Number.isFinite(durationMs)
          ? { status: 'ok', durationMs, bytes: 1, protocol: 'websocket' }
          : { status: 'failed', code: 'timeout', reason: 'no answer', afterMs: 20_000 },
      }),
    );
  });
  return drawnCell({ cell: line, samples });
}

function planOf(overrides: Overrides, done: Parameters<typeof RoundPlan.of>[2] = []) {
  const configuration = configure('standard', { ...NO_PARTS, ...CHOICE, ...overrides });
  const networks = configuration.networks.flatMap((network) =>
    LOOPBACK.map((record) => ({ ...record, ...network })),
  );
  return RoundPlan.of(configuration, networks, done);
}

/** Runs all rounds. @param seconds of a cell. */
async function runAll(overrides: Overrides, same: SameMs, seconds = 60) {
  const plan = planOf(overrides);
  const rounds: string[][] = [];
  const notes: string[] = [];
  const said: (readonly string[])[] = [];
  let elapsed = 0;
  for (;;) {
    const { cells, open, note } = plan.next(elapsed);
    said.push(open);
    if (note !== null) notes.push(note);
    if (cells.length === 0) return { rounds, notes, said, plan };
    rounds.push(cells.map(({ id }) => id));
    for (const planned of cells) {
      plan.finish(finished(planned, same(planned), seconds));
      elapsed += seconds;
    }
  }
}

/** Less and less spread: 20 % in the first rounds. */
const settling: SameMs = ({ variant, round }) =>
  variant === 'node-ws' && round < 4 ? 1_000 + 200 * (-1) ** round : 1_000;

describe('the rounds of a run', () => {
  it('are the planned ones without a stopping rule', async () => {
    const { rounds, notes, plan } = await runAll({}, () => 1_000);
    const planned = planCells(configure('standard', { ...NO_PARTS, ...CHOICE })).map(
      ({ id }) => id,
    );
    expect(rounds.flat()).toEqual(planned);
    expect(rounds).toHaveLength(2);
    expect(notes).toEqual([]);
    expect(plan.plannedCells).toBe(4);
  });

  it('go on until every deciding figure is precise, and say what is open', async () => {
    const { rounds, notes, said, plan } = await runAll({ precision: 0.1 }, settling);
    // Each has one connection; the interval must be narrow twice in a row.
    expect(rounds).toHaveLength(12);
    expect(rounds.every((ids) => ids.length === 2)).toBe(true);
    expect(said[0]).toEqual([]);
    expect(said[1]).toEqual([
      'download over reference-4g: 1 of the 3 connections that an interval takes; takes about 4 min more',
    ]);
    // Half of the interval is six times what its goal allows, and narrows with the root of the connections.
    expect(said[3]).toEqual([
      'download over reference-4g: node-ws added wait ± 609.6 ms, goal ± 94.8 ms; would take about 4 h 2 min more; it ends after 40 rounds',
    ]);
    expect(notes).toEqual(['precise enough after 12 rounds']);
    expect(said.at(-1)).toEqual([]);
    expect(plan.plannedCells).toBe(24);
  });

  it('are the planned ones where no cell counts, which is said', async () => {
    const { rounds, said } = await runAll({ precision: 0.1 }, () => null);
    expect(rounds).toHaveLength(2);
    expect(said.flat()).toEqual([
      'no deciding figure after 1 round: no cell counts',
      'no deciding figure after 2 rounds: no cell counts',
    ]);
  });

  it('may end before the planned ones', async () => {
    const { rounds, plan } = await runAll({ precision: 0.1, rounds: 12 }, () => 1_000);
    expect(rounds).toHaveLength(4);
    expect(plan.plannedCells).toBe(8);
    expect(plan.remaining).toEqual([]);
  });

  it('end with a figure that is only lower bounds, and say so', async () => {
    const same: SameMs = ({ variant }) => (variant === 'node-ws' ? Infinity : 1_000);
    const { rounds, notes } = await runAll({ precision: 0.1 }, same);
    expect(rounds).toHaveLength(4);
    expect(notes.at(-1)).toBe(
      'precise enough after 4 rounds; not by an interval: node-ws during the transfer is a lower bound, node-ws added wait is a lower bound',
    );
  });

  it('have a cap', async () => {
    // From 1 s to 3 s: never narrow, no gap.
    const same: SameMs = ({ round }) => 1_000 + 500 * (round % 5);
    const { rounds, said } = await runAll({ precision: 0.1 }, same);
    expect(rounds).toHaveLength(MOST_PRECISE_ROUNDS);
    expect(said.at(-1)?.join()).toMatch(
      /^download over reference-4g: node-\w+ .* ± .*, goal ± .*; would take about [^,]* more$/,
    );
  });

  it('do not wait for the arms that a preset has, which go on beside the rest', async () => {
    const same: SameMs = ({ arm }) => (arm === '' ? 1_000 : Infinity);
    const { rounds } = await runAll({ precision: 0.1, factors: {} }, same);
    expect(rounds).toHaveLength(4);
    expect(rounds.every((ids) => ids.some((id) => id.includes('+bulk=6')))).toBe(true);
  });

  it('wait for the arms of a sweep', async () => {
    const same: SameMs = ({ arm, round }) => (arm === '' ? 1_000 : 1_000 + 500 * (round % 5));
    const sweep = ['bulk=1,6'];
    const { rounds } = await runAll({ precision: 0.1, factors: {}, sweep }, same);
    expect(rounds).toHaveLength(MOST_PRECISE_ROUNDS);
  });

  it('do not wait for a variant that never counts', async () => {
    const same: SameMs = ({ variant }) => (variant === 'node-ws' ? null : 1_000);
    const { rounds } = await runAll({ precision: 0.1 }, same);
    expect(rounds).toHaveLength(4);
  });

  it('go on only over networks that are open', async () => {
    const same: SameMs = ({ network, round }) =>
      network.profile.id === 'reference-3g' ? 1_000 * (round + 1) : 1_000;
    const { rounds } = await runAll(
      { precision: 0.1, networks: ['reference-4g', 'reference-3g'] },
      same,
    );
    expect(rounds[3]).toHaveLength(4);
    expect(rounds[4]?.every((id) => id.startsWith('reference-3g/'))).toBe(true);
  });

  it('keep the planned rounds of other scenarios, which come last, and need no budget', async () => {
    const scenarios = ['download', '1a'];
    const { rounds } = await runAll({ precision: 0.1, rounds: 8, scenarios }, () => 1_000);
    const isBulk = (ids: readonly string[]) => ids.every((id) => id.includes('download'));
    expect(rounds.map(isBulk)).toEqual([...Array(4).fill(true), ...Array(8).fill(false)]);
    expect(rounds.flat().filter((id) => id.includes('1a-text'))).toHaveLength(16);
    const budget = await runAll({ budget: 600, rounds: 8, scenarios }, () => 1_000, 90);
    expect(budget.rounds.map(isBulk)).toEqual([...Array(3).fill(true), ...Array(8).fill(false)]);
    expect(budget.notes).toContain(
      'time limit (--budget): ended after 3 rounds; 60 s left, and the next one (download over reference-4g) takes about 3 min',
    );
  });

  it('end where the budget does not hold another one', async () => {
    const { rounds, notes, plan } = await runAll({ budget: 600, rounds: 8 }, () => 1_000, 90);
    // Three rounds take 540 s.
    expect(rounds).toHaveLength(3);
    expect(notes.at(-1)).toBe(
      'time limit (--budget): ended after 3 rounds; 60 s left, and the next one (download over reference-4g) takes about 3 min',
    );
    expect(plan.plannedCells).toBe(6);
  });

  it('say what is open when the budget ends them', async () => {
    const overrides = { budget: 400, precision: 0.1 };
    const { notes, said } = await runAll(overrides, () => 1_000, 90);
    expect(said[1]).toEqual([
      'download over reference-4g: 1 of the 3 connections that an interval takes; would take about 6 min more; the time limit ends it in 4 min (--budget)',
    ]);
    expect(notes.at(-1)).toMatch(/^time limit \(--budget\): ended after 2 rounds; /);
    expect(said.at(-1)).toEqual([
      'download over reference-4g: 2 of the 3 connections that an interval takes; would take about 3 min more',
    ]);
  });
});

describe('a resumed run', () => {
  it('decides as the run would have, also in the middle of a round', async () => {
    const { rounds } = await runAll({ precision: 0.1 }, settling);
    const cells = new Map<string, PlannedCell>();
    for (const planned of planCells(
      configure('standard', { ...NO_PARTS, ...CHOICE, rounds: 40 }),
    )) {
      cells.set(planned.id, planned);
    }
    const all = rounds.flat();
    for (const killedAfter of [1, 4, 19, 23]) {
      const done = all.slice(0, killedAfter).map((id) => {
        const planned = cells.get(id);
        if (!planned) throw new Error(`not planned: ${id}`);
        return finished(planned, settling(planned));
      });
      const plan = planOf({ precision: 0.1 }, done);
      const rest: string[] = [];
      for (;;) {
        const next = plan.next(0);
        if (next.cells.length === 0) break;
        for (const planned of next.cells) {
          rest.push(planned.id);
          plan.finish(finished(planned, settling(planned)));
        }
      }
      expect(rest).toEqual(all.slice(killedAfter));
      expect(plan.plannedCells).toBe(all.length);
    }
  });

  it('knows what the cells of a shard took, which has none in some rounds', async () => {
    const shard = { budget: 600, rounds: 8, shard: '2/2' };
    const cells = planCells(configure('standard', { ...NO_PARTS, ...CHOICE, ...shard }));
    expect(cells.every(({ round }) => round % 2 === 1)).toBe(true);
    const done = cells.slice(0, 4).map((planned) => finished(planned, 1_000, 150));
    expect(planOf(shard, done).next(0)).toEqual({
      cells: [],
      open: [],
      note: 'time limit (--budget): ended after 2 rounds; 0 s left, and the next one (download over reference-4g) takes about 5 min',
    });
  });

  it('has used its budget by what its cells took, and finishes a begun round', async () => {
    const [first, second] = planCells(configure('standard', { ...NO_PARTS, ...CHOICE }));
    if (!first || !second) throw new Error('two cells at least');
    const plan = planOf({ budget: 600, rounds: 8 }, [finished(first, 1_000, 550)]);
    expect(plan.next(0).cells.map(({ id }) => id)).toEqual([second.id]);
    plan.finish(finished(second, 1_000, 60));
    expect(plan.next(0).cells).toEqual([]);
  });
});
