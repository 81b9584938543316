import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { beforeAll, describe, expect, test } from 'vitest';
import { mergeRuns } from '../runs/merge-runs.ts';
import { keyOf, keyText } from './figure.ts';
import { Relation } from './relation.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNS = {
  fixture: join(ROOT, 'fixtures/run'),
  published: join(ROOT, 'published/2026-11-28-default'),
};

describe.each(['fixture', 'published'] as const)('the figures of %s', (name) => {
  let relation: Relation;
  beforeAll(async () => {
    relation = Relation.of(mergeRuns([await readRun(RUNS[name])]));
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
