import { describe, expect, it } from 'vitest';
import { configure } from '../configure.ts';
import { planCells } from '../plan.ts';
import { defaultJobs, groupCells } from './group-cells.ts';

const cells = planCells(
  configure('smoke', {
    scenarios: ['download', '1a'],
    kinds: ['text'],
    networks: ['reference-4g', 'ideal'],
    rounds: 2,
  }),
);
const groups = (jobs: number, of = cells) => groupCells(of, jobs);

describe('groupCells', () => {
  it('has only cells of one round and network in a group, which allow it', () => {
    const together = groups(3).filter((group) => group.length > 1);
    expect(together.map((group) => group.length)).toEqual([3, 3, 3, 3]);
    for (const group of together) {
      expect(new Set(group.map(({ round }) => round)).size).toBe(1);
      for (const { id } of group)
        expect(id).toMatch(/^reference-4g\/[a-z0-9-]+\/download-text\/\d$/);
    }
  });

  it('keeps every cell once, and the shuffled order among those of a group and of their kind', () => {
    const all = groups(3).flat();
    expect(all.toSorted(byId)).toEqual(cells.toSorted(byId));
    const kind = ({ id }: (typeof cells)[number]) => /^reference-4g.*download/.test(id);
    expect(all.filter(kind)).toEqual(cells.filter(kind));
    expect(all.filter((cell) => !kind(cell))).toEqual(cells.filter((cell) => !kind(cell)));
    expect(all.map(({ round }) => round)).toEqual(cells.map(({ round }) => round));
  });

  it('makes groups of about one size, also of what is left of a run', () => {
    const sizes = (jobs: number, of = cells) =>
      groups(
        jobs,
        of.filter(({ id, round }) => round === 0 && /^reference-4g.*download/.test(id)),
      ).map((group) => group.length);
    expect(sizes(4)).toEqual([3, 3]);
    expect(sizes(5)).toEqual([3, 3]);
    expect(sizes(6)).toEqual([6]);
    const [first, ...rest] = cells.filter(({ id }) => /^reference-4g.*download/.test(id));
    expect(first?.round).toBe(0);
    expect(sizes(3, rest)).toEqual([3, 2]);
  });

  it('has half as many over a link that they fill', () => {
    const sizes = (profile: object, count: number) => {
      const own = configure('smoke', {
        scenarios: ['download'],
        kinds: ['text'],
        networks: ['reference-4g'],
        ...profile,
      });
      return groupCells(planCells(own), count).map((group) => group.length);
    };
    expect(sizes({ loss: '0%' }, 4)).toEqual([2, 2, 2]);
    expect(sizes({ loss: '0%' }, 1)).toEqual([1, 1, 1, 1, 1, 1]);
    // 5 Mbit/s, full or not, and what 1 % of losses leave of 20 Mbit/s.
    expect(sizes({ loss: '0%', down: '5mbit', up: '5mbit' }, 4)).toEqual([3, 3]);
    expect(sizes({ loss: '1%' }, 4)).toEqual([3, 3]);
    // BBR fills it all the same, and counts as two.
    const four = ['caddy-http3', 'caddy-http2', 'caddy-http1', 'envoy-http3'];
    expect(sizes({ loss: '1%', variants: four }, 4)).toEqual([2, 2]);
    expect(sizes({ loss: '1%', variants: four.slice(1) }, 4)).toEqual([3]);
    const factors = { 'quic-cc': 'reno' };
    expect(sizes({ loss: '1%', variants: four, factors }, 4)).toEqual([4]);
  });

  it('leaves cells alone over networks that may keep a core busy', () => {
    const fast = configure('smoke', {
      scenarios: ['download'],
      kinds: ['text'],
      networks: ['reference-4g'],
      down: '100mbit',
    });
    expect(groupCells(planCells(fast), 3).map((group) => group.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('runs one cell after the other with one job', () => {
    expect(groups(1)).toEqual(cells.map((cell) => [cell]));
  });
});

it.each([
  [1, 1],
  [2, 6],
  [4, 6],
  [64, 6],
])('has on %d cores %d jobs', (cores, jobs) => {
  expect(defaultJobs(cores)).toBe(jobs);
});

function byId(a: (typeof cells)[number], b: (typeof cells)[number]): number {
  return a.id < b.id ? -1 : 1;
}
