import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf, ROUNDS, sampleOf } from '../../fixtures/claim-data.ts';
import { measures } from './measures.ts';

const made = networkOf('4g', {});
const network = { ...made, workload: { ...made.workload, textBatches: [2] } };

/** Four rounds of a batch of two; in the first `failed` of them the second operation fails. */
function rounds(variant: string, ms: number, failed: number) {
  return ROUNDS.map((factor, round) =>
    cellOf({ variant, network: '4g', round, scenario: '1a' }, [
      sampleOf(LABELS.batch(2), ms * factor, 0),
      sampleOf(LABELS.batch(2), round < failed ? null : ms * factor, 1),
    ]),
  );
}

function standings(failed: number) {
  const cells = [...rounds('node-http1', 20, failed), ...rounds('node-http2', 40, 0)];
  return measures(dataOf([network], cells), '4g')[0]?.standings.map(({ variant, valueMs }) => [
    variant,
    valueMs,
  ]);
}

test('a batch that failed counts as slower than any other: the survivors do not win', () => {
  expect(standings(0)?.map(([variant]) => variant)).toEqual(['node-http1', 'node-http2']);
  // Of 20.2, 20.4 and two that failed: the median has no value.
  expect(standings(2)?.map(([variant]) => variant)).toEqual(['node-http2']);
  // 19.6 failed; 20, 20.2, 20.4 and one never.
  expect(standings(1)?.[0]).toEqual(['node-http1', (20.2 + 20.4) / 2]);
});
