import { expect, test } from 'vitest';
import { dataOf, networkOf } from '../../fixtures/claim-data.ts';
import { figureOfPoints, PLACE, pointsOf } from '../../fixtures/made-figure.ts';
import { reportOf, waitCells } from '../../fixtures/wait-data.ts';
import { Relation } from '../figures/relation.ts';
import { changeOutcome, variantWaits } from './wait-settings.ts';

const SELF = { request: 50, 'send-buffer': 200, queue: 40 };
const LOWAT = { notsentLowatBytes: 16_384 };

function swept() {
  const networks = ['reference-4g', 'reference-4g+queue=fq_codel'].map((id) => networkOf(id, {}));
  const cells = [
    ...waitCells({ variant: 'node-ws' }, { same: SELF }),
    ...waitCells({ variant: 'node-ws', factors: LOWAT }, { same: { ...SELF, 'send-buffer': 20 } }),
    ...waitCells(
      { variant: 'node-ws', network: 'reference-4g+queue=fq_codel' },
      { same: { ...SELF, queue: 0 } },
    ),
  ];
  const made = dataOf(networks, cells);
  // As the preset `wait` has it: networks are not swept, but listed.
  const sweep = [{ factor: 'notsent-lowat', values: ['default', '16k'] }];
  const config = { ...made.manifest.config, sweep };
  const data = { ...made, manifest: { ...made.manifest, config } };
  return { data, relation: Relation.of(data) };
}

test('arms and other networks of the same profile are settings of the same variant', () => {
  const [first, ...others] = variantWaits(swept(), PLACE);
  expect(others).toEqual([]);
  const changes = first?.settings.map(({ text, count, total }) => [
    text,
    count,
    ...[total.from, total.to, total.difference].map(({ value }) => Math.round(value ?? NaN)),
  ]);
  expect(changes).toEqual([
    ['--notsent-lowat 16k', 1, 341, 160, -180],
    ['network reference-4g+queue=fq_codel', 0, 341, 301, -40],
  ]);
});

test('a setting with which every message was given up is one of them, without parts', () => {
  const [first] = variantWaits(
    reportOf(
      ...waitCells({ variant: 'node-ws' }, { same: SELF }),
      ...waitCells({ variant: 'node-ws', factors: LOWAT }, { same: null }),
    ),
    PLACE,
  );
  const [lowat, ...others] = first?.settings ?? [];
  expect(others).toEqual([]);
  expect(lowat).toMatchObject({ text: '--notsent-lowat 16k', count: 1 });
  expect(lowat?.total.difference.value).toBeNull();
  expect(lowat?.parts.filter(({ difference }) => difference.value !== null)).toEqual([]);
});

test('a network that is no baseline has its own settings alone', () => {
  const [first] = variantWaits(swept(), { ...PLACE, network: 'reference-4g+queue=fq_codel' });
  expect(first?.settings).toEqual([]);
});

test('what a change is shown to be', () => {
  const outcome = (values: readonly number[], base = 200) => {
    const points = pointsOf(values).map((point) => ({ ...point, base }));
    return changeOutcome(figureOfPoints({ metric: 'wait-same-middle' }, points));
  };
  expect(outcome([-20, -19, -18, -17, -16, -15])).toBe('lower');
  expect(outcome([15, 16, 17, 18, 19, 20])).toBe('higher');
  // 5 % of 200 ms.
  expect(outcome([-9, -3, 0, 2, 4, 9])).toBe('equivalent');
  expect(outcome([-30, -20, -15, -12, -11, -9])).toBe('undecided');
  expect(outcome([-20, -19, -18, -17, -16])).toBe('too few');
  expect(outcome([])).toBe('unknown');
});
