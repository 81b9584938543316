import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { plainText } from '../document/block.ts';
import type { Figure } from '../figures/figure.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { bendSentences } from './bends.ts';

const RUN = await readRun(join(import.meta.dirname, '../../fixtures/run'));
const relation = Relation.of(mergeRuns([RUN]));
const PLACE = { network: 'reference-4g', scenario: 'crowd', kind: 'text', fanOut: null } as const;

/** The run's figures with other latencies of one variant. */
function bent(variant: string, ...latencies: number[]): Parameters<typeof bendSentences>[0] {
  const figures = relation.figures.map((figure): Figure => {
    const isOwn = figure.variant.id === variant && figure.metric.id === 'load-p50';
    const index = [1, 10].indexOf(Number(figure.series));
    return isOwn && figure.scenario === 'crowd'
      ? { ...figure, value: latencies[index] ?? null }
      : figure;
  });
  return { relation: new Relation(figures, relation.places) };
}

test('says from how many users on loads take twice as long', () => {
  const [limited = ''] = bendSentences({ relation }, PLACE).map(plainText).slice(-1);
  // Its browsers fill the machine with so many.
  expect(limited).toMatch(
    /^With the client’s machine at its limit, more than 2 times as long as with 1 user: node-http1 from 10 users on/,
  );
  const [first] = bendSentences(bent('node-ws', 2, 4.1), PLACE).map(plainText);
  expect(first).toMatch(
    /^Loads take more than 2 times as long as with 1 user \(p50\): .*node-ws from 10 users on/,
  );
  const [other] = bendSentences(bent('node-ws', 2, 3.9), PLACE).map(plainText);
  expect(other).not.toContain('node-ws from');
});

test('a variant whose browsers fill the machine is not ranked, with so many users', () => {
  const ranked = relation.at(PLACE).flatMap(({ variant, metric, series, ranked: is }) => {
    const isOwn = variant.id === 'node-http1' && metric.id === 'load-p50';
    return isOwn ? [[series, is]] : [];
  });
  expect(ranked).toEqual([
    ['1', true],
    ['10', false],
  ]);
});
