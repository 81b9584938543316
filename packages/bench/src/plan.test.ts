import { describe, expect, it } from 'vitest';
import { configure } from './configuration.ts';
import { planCells } from './plan.ts';

const smoke = configure('smoke');
const ids = (configuration = smoke) => planCells(configuration).map(({ id }) => id);

describe('planCells', () => {
  it('plans every combination once', () => {
    expect(ids()).toHaveLength(6 * 5 * 2);
    expect(new Set(ids()).size).toBe(60);
    expect(ids()).toContain('ideal/node-http2/1a-text/0');
  });

  it('repeats itself for the same seed and differs for another', () => {
    expect(ids()).toEqual(ids({ ...smoke }));
    expect(ids()).not.toEqual(ids({ ...smoke, seed: 2 }));
  });

  it('finishes a round before it begins the next, each in its own order', () => {
    const cells = planCells({ ...smoke, rounds: 2 });
    expect(cells.map(({ round }) => round)).toEqual([
      ...Array<number>(60).fill(0),
      ...Array<number>(60).fill(1),
    ]);
    const order = (round: number) =>
      cells.filter((cell) => cell.round === round).map(({ id }) => id.replace(/\/\d+$/, ''));
    expect(order(0)).not.toEqual(order(1));
    expect(order(0).toSorted()).toEqual(order(1).toSorted());
  });

  it('gives all variants of a round the same seed, and another in each round', () => {
    const cells = planCells({ ...smoke, rounds: 2, seed: 7 });
    expect(new Set(cells.filter(({ round }) => round === 0).map(({ seed }) => seed))).toEqual(
      new Set([7]),
    );
    expect(new Set(cells.filter(({ round }) => round === 1).map(({ seed }) => seed))).toEqual(
      new Set([8]),
    );
  });
});
