import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readRun } from '@holbench/results/run-reader';
import { CENSORED } from '@holbench/stats/censored';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { mergeRuns } from '../runs/merge-runs.ts';
import { keyOf, keyText, type Figure } from './figure.ts';
import { Relation } from './relation.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNS = {
  fixture: join(ROOT, 'fixtures/run'),
  published: join(ROOT, 'published/2026-11-21-standard'),
};

/**
 * A figure as the generator gave it that found figures by their headings (commit 763a568): key, what
 * it is of the figure, value, interval, ratio to the best.
 */
const Before = v.strictTuple([
  v.string(),
  v.string(),
  v.picklist(['text', 'binary']),
  v.nullable(v.number()),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.picklist(['value', 'n', 'failed', 'ok']),
  v.nullable(v.number()),
  v.nullable(v.number()),
  v.nullable(v.union([v.number(), v.literal('inf')])),
  v.nullable(v.number()),
]);

describe.each(['fixture', 'published'] as const)('the figures of %s', (name) => {
  let relation: Relation;
  beforeAll(async () => {
    relation = Relation.of(mergeRuns([await readRun(RUNS[name])]));
  });

  test('are those of the generator before, but for two explained differences', async () => {
    const before = await readBefore(name);
    const explained = new Map([
      ['resources have an interval', 0],
      ['a lower bound has no upper end', 0],
    ]);
    const unexplained = before.flatMap((line) => {
      const [network, scenario, kind, fanOut, variant, arm, metric, series, what] = line;
      const key = { network, scenario, kind, fanOut, variant, arm, metric, series };
      const figure = relation.find(key);
      const reason = figure === null ? 'absent' : compare(figure, what, line);
      if (reason === null) return [];
      const known = explained.get(reason);
      if (known !== undefined) {
        explained.set(reason, known + 1);
        return [];
      }
      return [[keyText(key), what, reason]];
    });
    expect(before.length).toBeGreaterThan(2_500);
    expect(unexplained).toEqual([]);
    expect([...explained.values()].every((count) => count > 0)).toBe(true);
  });

  test('have one key each', () => {
    const keys = relation.figures.map((figure) => keyText(keyOf(figure)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('say why they have no value, and come from cells where they have one', () => {
    for (const figure of relation.figures) {
      expect(figure.value === null, keyText(keyOf(figure))).toBe(figure.state !== 'ok');
      if (figure.state === 'ok') expect(figure.cells.length).toBeGreaterThan(0);
      if (figure.state === 'invalid') expect(figure.why).not.toBe('');
    }
  });
});

async function readBefore(name: string): Promise<v.InferOutput<typeof Before>[]> {
  const bytes = await readFile(join(ROOT, `fixtures/before/${name}.ndjson.gz`));
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
  return lines.map((line) => v.parse(Before, JSON.parse(line)));
}

/** Null where nothing differs. */
function compare(figure: Figure, what: string, line: v.InferOutput<typeof Before>): string | null {
  const [value, low, high, ratio] = [line[9], line[10], line[11], line[12]];
  if (what !== 'value') {
    const { n, failed } = figure;
    const found = { n, failed, ok: (n - failed) / n }[what];
    return alike(found ?? null, value) || (value === null && n === 0) ? null : `${what} ${found}`;
  }
  if (!alike(figure.value, value)) return `value ${figure.value}, not ${value}`;
  if (value === null) return null;
  if (ratio !== null && !alike(figure.ratio, ratio)) return `ratio ${figure.ratio}`;
  const end = figure.high === Infinity ? 'inf' : figure.high;
  if (alike(figure.low, low) && alike(end, high)) return null;
  if (figure.censored && alike(figure.low, low) && end === 'inf') {
    return 'a lower bound has no upper end';
  }
  return figure.metric.table?.id === 'resources' && low === null
    ? 'resources have an interval'
    : `interval ${figure.low} to ${figure.high}`;
}

/** Equal, but for the order in which something was added up. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)) && a < CENSORED;
}
