import { describe, expect, it } from 'vitest';
import { configure } from './configuration.ts';
import { type PlannedCell, planCells } from './plan.ts';
import {
  cellLimitMs,
  operationTimeoutMs,
  plannedSeconds,
  secondsLeft,
  type TimedCell,
} from './durations.ts';

const cells = planCells(
  configure('smoke', { scenarios: ['1a', '4f'], kinds: ['text'], rounds: 3 }),
);
const cell = (id: string): PlannedCell => {
  const found = cells.find((planned) => planned.id === `ideal/${id}`);
  if (!found) throw new Error(`not planned: ${id}`);
  return found;
};
const timed = (id: string, seconds: number): TimedCell => ({ planned: cell(id), seconds });
const model = ({ scenario }: PlannedCell) => (scenario === '1a' ? 2 : 10);
const left = (ids: readonly string[], finished: readonly TimedCell[]) =>
  secondsLeft(ids.map(cell), finished, model);

describe('secondsLeft', () => {
  it('is what the model says as long as nothing was measured', () => {
    expect(left(['node-ws/1a-text/0', 'node-ws/4f-text/0'], [])).toBe(12);
  });

  it('takes what the same cell took in earlier rounds, in the mean', () => {
    const finished = [timed('node-ws/4f-text/0', 15), timed('node-ws/4f-text/1', 17)];
    expect(left(['node-ws/4f-text/2'], finished)).toBe(16);
  });

  it('takes what other variants took where this one was not measured', () => {
    const finished = [timed('node-ws/4f-text/0', 15), timed('node-http2/4f-text/0', 25)];
    expect(left(['uws-ws/4f-text/0'], finished)).toBe(20);
    expect(left(['node-http2/4f-text/1'], finished)).toBe(25);
  });

  it('corrects the model by how it has done, where the scenario was not measured', () => {
    const finished = [timed('node-ws/1a-text/0', 3)];
    expect(left(['node-ws/4f-text/0', 'node-ws/4f-text/1'], finished)).toBe(30);
  });

  it('learns nothing for others from a variant that cannot run', () => {
    const finished = [timed('caddy-http3/4f-text/0', 0), timed('node-ws/4f-text/0', 15)];
    expect(left(['uws-ws/4f-text/0'], finished)).toBe(15);
    expect(left(['caddy-http3/4f-text/1'], finished)).toBe(0);
  });

  it('is right within 20 % after the first round, however wrong the model is', () => {
    const seconds = ({ variant, scenario, round }: PlannedCell): number =>
      (scenario === '1a' ? 3 : 15) * (variant === 'node-http2' ? 2 : 1) * (1 + round / 10);
    const first = cells.filter(({ round }) => round === 0);
    const rest = cells.filter(({ round }) => round > 0);
    const finished = first.map((planned) => ({ planned, seconds: seconds(planned) }));
    const actual = rest.reduce((sum, planned) => sum + seconds(planned), 0);
    const estimate = secondsLeft(rest, finished, () => 100);
    expect(estimate / actual).toBeGreaterThan(0.8);
    expect(estimate / actual).toBeLessThan(1.2);
  });
});

describe('limits', () => {
  const limits = (network: string, what: string) => {
    const configuration = configure('smoke', { networks: [network], variants: ['node-http2'] });
    const planned = planCells(configuration).find(({ id }) => id.includes(what));
    if (!planned) throw new Error(`not planned: ${what}`);
    return {
      plannedMs: 1_000 * plannedSeconds(planned),
      operationMs: operationTimeoutMs(planned),
      cellMs: cellLimitMs(planned, configuration),
    };
  };

  it.each(['1a-text', '1b-binary', '2c-binary', '3e-text', '4f-text', '5h-text'])(
    'leave a cell of %s several times what it is expected to take',
    (what) => {
      for (const network of ['ideal', '4g', '3g', 'high-loss']) {
        const { plannedMs, operationMs, cellMs } = limits(network, what);
        expect(operationMs).toBeGreaterThanOrEqual(Math.max(30_000, 4 * plannedMs));
        expect(cellMs).toBeGreaterThan(4 * operationMs);
      }
    },
  );

  it('expect more of a slower network', () => {
    const { plannedMs } = limits('ideal', '1a-binary');
    expect(limits('4g', '1a-binary').plannedMs).toBeGreaterThan(plannedMs + 1_000);
    expect(limits('3g', '1a-binary').plannedMs).toBeGreaterThan(
      limits('4g', '1a-binary').plannedMs,
    );
  });
});
