import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { plainText } from '../document/block.ts';
import type { Figure } from '../figures/figure.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { crowdPlaces, crowdSentences } from './crowd.ts';

const RUN = await readRun(join(import.meta.dirname, '../../fixtures/run'));
const relation = Relation.of(mergeRuns([RUN]));
const [place] = crowdPlaces({ relation }, 'reference-4g');

/** The run's figures with other latencies of one variant. */
function bent(variant: string, ...latencies: number[]): Parameters<typeof crowdSentences>[0] {
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
  if (place === undefined) throw new Error('the run has no crowd');
  const all = crowdSentences({ relation }, place).map(plainText);
  expect(all).toContain('Too few rounds to be sure (2; 6 needed).');
  const [limited = '', few, ...costs] = all.slice(-6);
  expect(few).toMatch(/^Too few rounds/);
  // Its browsers fill the machine with so many.
  expect(limited).toMatch(
    /^With the client’s machine at its limit, more than 2 times as long as with 1 user: node-http1 from 10 users on/,
  );
  const [first] = crowdSentences(bent('node-ws', 2, 4.1), place).map(plainText);
  expect(first).toMatch(
    /^Loads take more than 2 times as long as with 1 user \(p50\): .*node-ws from 10 users on/,
  );
  const [other] = crowdSentences(bent('node-ws', 2, 3.9), place).map(plainText);
  expect(other).not.toContain('node-ws from');
  expect(costs).toEqual([
    expect.stringMatching(/^CPU of server and proxy per further user and second, of 10: /),
    expect.stringMatching(/^Memory of server and proxy per further user, of 10: (?!.*node-ws)/),
    // It had 0.8 MiB less than when one user was there.
    'Memory of server and proxy is not more with 10 users than with 1: node-ws.',
    expect.stringMatching(/^Of one core, the browsers of 10 users take: /),
  ]);
});

test('a variant whose browsers fill the machine is not ranked, with so many users', () => {
  if (place === undefined) throw new Error('the run has no crowd');
  const ranked = relation.at(place).flatMap(({ variant, metric, series, ranked: is }) => {
    const isOwn = variant.id === 'node-http1' && metric.id === 'load-p50';
    return isOwn ? [[series, is]] : [];
  });
  expect(ranked).toEqual([
    ['1', true],
    ['10', false],
  ]);
});
