import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf, ROUNDS, sampleOf } from '../../fixtures/made-cells.ts';
import { WORKLOAD } from '../../fixtures/made-up-networks.ts';
import { Relation } from '../figures/relation.ts';
import { otherAnswers } from '../topics/topics.ts';
import { candidatesOf } from './place-answer.ts';

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

function answersTo(failed: number) {
  const cells = [
    ...rounds('node-http1', 20, failed),
    ...rounds('node-http2', 40, 0),
    ...rounds('node-ws', 1, 0, { encoding: 'base64-json' }),
  ];
  const data = dataOf([networkOf('reference-4g', {})], cells, { workload });
  return otherAnswers({ data, relation: Relation.of(data) });
}
const order = (failed: number) => answersTo(failed)[0]?.rows.map(({ variant }) => variant.id);
const best = (failed: number) => candidatesOf(answersTo(failed)[0]?.rows ?? [])[0]?.variant.id;

test('the largest batch, with the run’s own factors, the fastest first', () => {
  const [place, ...others] = answersTo(0);
  expect(others).toEqual([]);
  expect(place).toMatchObject({ scenario: '1a', kind: 'text', series: '2' });
  expect(place?.columns.map(({ title }) => title)).toEqual(['2 at once']);
  expect(order(0)).toEqual(['node-http1', 'node-http2']);
  expect(best(0)).toBe('node-http1');
});

test('the survivors of failed batches do not win', () => {
  expect(order(1)).toEqual(['node-http2', 'node-http1']);
  expect(best(1)).toBe('node-http2');
  expect(best(6)).toBe('node-http2');
});
