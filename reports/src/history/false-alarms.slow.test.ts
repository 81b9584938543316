import { readFileSync } from 'node:fs';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import { variant as variantOf } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { madeFigure, pointsOf as madePoints } from '../../fixtures/made-figure.ts';
import { averageOf } from '../figures/estimate.ts';
import { GEOMETRIC_MEAN } from '@holbench/stats/average';
import * as v from 'valibot';
import { isChange } from './history-point.ts';
import { pointsOf } from './history-of.ts';

/**
 * A real history of one version under ten names, by `pnpm bench --history node --node 26.12.1_a,…,26.12.1_j --variants
 * node-http2 --scenarios download --seed 31`: by network and name the wait of each connection in ms; null: given up.
 */
const Waits = v.record(v.string(), v.record(v.string(), v.array(v.nullable(v.number()))));
const ONE_VERSION = v.parse(
  Waits,
  JSON.parse(readFileSync(new URL('../../fixtures/one-version.json', import.meta.url), 'utf8')),
);
const DEADLINE_MS = 20_000;

type Line = readonly (readonly [name: string, waits: readonly (number | null)[]])[];
const LINES: readonly Line[] = Object.values(ONE_VERSION).map((line) => Object.entries(line));

/** Whether a history has a mark. */
function hasMark(lines: readonly Line[]): boolean {
  const versioned = lines.map((line) =>
    line.map(([version, waits]) => {
      const given = [...waits.keys()].filter((index) => waits[index] === null);
      const points = madePoints(
        waits.map((ms) => ms ?? DEADLINE_MS),
        given,
      );
      const made = madeFigure({ variant: 'node-http2', metric: 'load-during' });
      const figure = {
        ...made,
        ...averageOf(GEOMETRIC_MEAN)(points),
        variant: variantOf('node-http2'),
      };
      return { program: 'node', version, released: null, figure, points: figure.points } as const;
    }),
  );
  return pointsOf(versioned).some(isChange);
}

/** The waits of each connection, given to the names by chance. */
function exchanged(line: Line, random: ReturnType<typeof seededRandom>): Line {
  const connections = line[0]?.[1].length ?? 0;
  const columns = Array.from({ length: connections }, (_, connection) =>
    shuffled(
      line.map(([, waits]) => waits[connection] ?? null),
      random,
    ),
  );
  return line.map(([name], index) => [name, columns.map((column) => column[index] ?? null)]);
}

test('one version under ten names has no mark', () => {
  expect(LINES.flat()).toHaveLength(20);
  expect(hasMark(LINES)).toBe(false);
});

test(
  'of histories in which names say nothing, one in twenty has a mark at most',
  { timeout: 300_000 },
  () => {
    const random = seededRandom(47);
    const histories = 1_000;
    const marked = Array.from({ length: histories }, () =>
      hasMark(LINES.map((line) => exchanged(line, random))),
    ).filter(Boolean).length;
    expect(marked).toBeLessThanOrEqual(histories / 20);
  },
);
