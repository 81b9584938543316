import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf, ROUNDS, sampleOf } from '../../fixtures/claim-data.ts';
import { WORKLOAD } from '../../fixtures/made-up-networks.ts';
import { Relation } from '../figures/relation.ts';
import { measuresOver } from './measures.ts';

const workload = { ...WORKLOAD, textBatches: [1, 2] };

/** Six rounds of a batch of two; in the first `failed` of them the second operation fails. */
function rounds(variant: string, ms: number, failed: number, factors = {}) {
  return ROUNDS.map((factor, round) =>
    cellOf({ variant, network: 'reference-4g', round, scenario: '1a', factors }, [
      sampleOf(LABELS.batch(2), ms * factor, 0),
      sampleOf(LABELS.batch(2), round < failed ? null : ms * factor, 1),
    ]),
  );
}

function measures(failed: number) {
  const cells = [
    ...rounds('node-http1', 20, failed),
    ...rounds('node-http2', 40, 0),
    ...rounds('node-ws', 1, 0, { encoding: 'base64-json' }),
  ];
  const data = dataOf([networkOf('reference-4g', {})], cells, { workload });
  return measuresOver({ data, relation: Relation.of(data) }, 'reference-4g');
}
const standings = (failed: number) =>
  measures(failed)[0]?.figures.map(({ variant, survivors }) => [variant.id, survivors]);

test('the largest batch, with the run’s own factors, the lowest first', () => {
  expect(measures(0).map(({ id, title }) => [id, title])).toEqual([
    ['1a-text', 'load 2 text CoValues at once (1a)'],
  ]);
  expect(standings(0)).toEqual([
    ['node-http1', false],
    ['node-http2', false],
  ]);
});

test('the survivors of failed batches do not win', () => {
  expect(standings(1)).toEqual([
    ['node-http2', false],
    ['node-http1', true],
  ]);
  expect(standings(6)).toEqual([['node-http2', false]]);
});
