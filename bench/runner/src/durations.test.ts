import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { configure, type Overrides } from './configure.ts';
import type { PlannedCell } from './planned-cell.ts';
import { planCells } from './plan.ts';
import { PRESET_NAMES } from './presets.ts';
import { minutes } from './progress.ts';
import {
  cellLimitMs,
  operationTimeoutMs,
  plannedRunSeconds,
  plannedSeconds,
  plannedShares,
  secondsLeft,
  type TimedCell,
  timedCells,
} from './durations.ts';

const cells = planCells(
  configure('smoke', { scenarios: ['1a', 'download'], kinds: ['text'], rounds: 3 }),
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
    expect(left(['node-ws/1a-text/0', 'node-ws/download-text/0'], [])).toBe(12);
  });

  it('takes what the same cell took in earlier rounds, in the mean', () => {
    const finished = [timed('node-ws/download-text/0', 15), timed('node-ws/download-text/1', 17)];
    expect(left(['node-ws/download-text/2'], finished)).toBe(16);
  });

  it('takes what other variants took where this one was not measured', () => {
    const finished = [
      timed('node-ws/download-text/0', 15),
      timed('node-http2/download-text/0', 25),
    ];
    expect(left(['uws-ws/download-text/0'], finished)).toBe(20);
    expect(left(['node-http2/download-text/1'], finished)).toBe(25);
  });

  it('corrects the model by how it has done, where the scenario was not measured', () => {
    const finished = [timed('node-ws/1a-text/0', 3)];
    expect(left(['node-ws/download-text/0', 'node-ws/download-text/1'], finished)).toBe(30);
  });

  it('learns nothing for others from a variant that cannot run', () => {
    const finished = [
      timed('caddy-http3/download-text/0', 0),
      timed('node-ws/download-text/0', 15),
    ];
    expect(left(['uws-ws/download-text/0'], finished)).toBe(15);
    expect(left(['caddy-http3/download-text/1'], finished)).toBe(0);
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

describe('timedCells', () => {
  const ran = (id: string, fromSeconds: number, toSeconds: number, sideBySide = 1) => ({
    planned: cell(id),
    cell: {
      startedAt: new Date(1_000 * fromSeconds).toISOString(),
      endedAt: new Date(1_000 * toSeconds).toISOString(),
      sideBySide,
    },
  });
  const secondsOf = (finished: Parameters<typeof timedCells>[0]) =>
    Object.fromEntries(timedCells(finished).map(({ planned, seconds }) => [planned.id, seconds]));

  it('shares the duration of a group, with the turns in which its cells wait', () => {
    // Each starts when its turn comes, and ends in another: 80 s, of which no cell saw all.
    const finished = [
      ran('node-ws/download-text/0', 20, 80, 2),
      ran('uws-ws/download-text/0', 0, 60, 2),
      // The next group, of which one has not ended yet.
      ran('node-ws/download-text/1', 80, 150, 2),
      // One that did not run beside others, and one that could not run at all.
      ran('node-ws/1a-text/0', 150, 153),
      ran('caddy-http3/1a-text/0', 151, 151),
    ];
    expect(secondsOf(finished)).toEqual({
      'ideal/node-ws/download-text/0': 40,
      'ideal/uws-ws/download-text/0': 40,
      'ideal/node-ws/download-text/1': 35,
      'ideal/node-ws/1a-text/0': 3,
      'ideal/caddy-http3/1a-text/0': 0,
    });
  });
});

describe('the plan of cells beside a download', () => {
  const planned = (overrides: Overrides) =>
    planCells(configure('quick', { recordWait: 'none', ...overrides }));

  it('has the time to read what was recorded: 1 s and 4 s per 100 MB', () => {
    const seconds = (recordWait: 'none' | 'all', loss: string) =>
      Math.max(...planned({ recordWait, loss, variants: ['node-ws'] }).map(plannedSeconds));
    const added = (loss: string) => seconds('all', loss) - seconds('none', loss);
    // Five transfers at 10 % of the rate, three at all of it: 70 MB, seen at both ends.
    expect(added('0.5%')).toBeCloseTo(2, 0);
    expect(added('0%')).toBeCloseTo(6.9, 0);
  });

  it.each([
    // Two groups of three, of which each took 68 to 72 s on a quiet machine; six took 123 to 126 s.
    ['lte', 140],
    ['reference-4g', 125],
  ])('is within 15 %% of what six servers took side by side over %s', (network, seconds) => {
    const shares = plannedShares(planned({ networks: [network] }), 6);
    const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
    expect(Math.abs(total / seconds - 1)).toBeLessThan(0.15);
  });
});

test.each(PRESET_NAMES.map((name) => [name]))(
  'docs/commands.md says how long %s is planned',
  async (name) => {
    const commands = await readFile(join(import.meta.dirname, '../../../docs/commands.md'), 'utf8');
    const row = commands.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
    const configuration = configure(name, { jobs: 6 });
    const seconds = plannedRunSeconds(planCells(configuration), configuration);
    expect(row.split('|').at(-2)).toContain(`about ${minutes(seconds)}`);
  },
);

describe('limits', () => {
  const limits = (network: string, what: string, overrides: Overrides = {}) => {
    const chosen = { networks: [network], variants: ['node-http2'], ...overrides };
    const configuration = configure('smoke', chosen);
    const planned = planCells(configuration).find(({ id }) => id.includes(`/${what}/`));
    if (!planned) throw new Error(`not planned: ${what}`);
    return {
      plannedMs: 1_000 * plannedSeconds(planned),
      operationMs: operationTimeoutMs(planned),
      cellMs: cellLimitMs(planned, configuration),
    };
  };
  const MIB = 1024 ** 2;

  it('are those of the machine where nothing is shaped', () => {
    expect(limits('ideal', '1a-text').operationMs).toBe(31_000);
    expect(limits('ideal', 'download-text').operationMs).toBe(30_000);
    // Ten users of Artillery, and a hundred pages that subscribe, do not make an operation longer.
    expect(limits('ideal', '1b-text').operationMs).toBe(31_000);
  });

  it('leave a transfer several times what the network makes it take', () => {
    // 500 MiB over 1 Mbit/s.
    const atRateMs = 500 * MIB * 8e-3;
    const { operationMs } = limits('reference-3g', '1a-binary', { fileSize: 50 * MIB });
    expect(operationMs).toBeGreaterThan(4 * atRateMs);
    expect(limits('reference-4g', '2c-binary').operationMs).toBeGreaterThan(50_000);
  });

  it('leave more where more is lost, also without a rate', () => {
    const lossy = (loss: string) =>
      limits('ideal', '1a-binary', { delay: '50ms', loss }).operationMs;
    expect(lossy('5%')).toBeGreaterThan(100_000);
    expect(lossy('10%')).toBeGreaterThan(1.3 * lossy('5%'));
  });

  it.each(['1a-text', '1b-binary', '2c-binary', '2d-binary', '3e-text', '3e-binary'])(
    'of a cell of %s: each transfer may time out, and the plan may be far off',
    (what) => {
      for (const network of ['ideal', 'reference-4g', 'reference-3g', 'reference-high-loss']) {
        const { plannedMs, operationMs, cellMs } = limits(network, what);
        const transfers = /^(1a|2c)/.test(what) ? 2 : 1;
        expect(cellMs).toBeGreaterThan(transfers * operationMs + 2 * plannedMs);
      }
    },
  );

  it('of 3e leave mutations the time that they wait in batches', () => {
    const { cellMs } = limits('ideal', '3e-text', {
      variants: ['node-ws'],
      factors: { batch: '1000ms' },
    });
    // 12 mutations of 2.5 s at most, and the last delivery.
    expect(cellMs).toBeGreaterThan(12 * 2_500 + 30_000);
  });
});
