import { expect, test } from 'vitest';
import { dataOf, networkOf } from '../../fixtures/made-cells.ts';
import { PLACE } from '../../fixtures/made-figure.ts';
import { reportOf, waitCells } from '../../fixtures/wait-data.ts';
import { Relation } from '../figures/relation.ts';
import { variantWaits } from './wait-settings.ts';

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

test('arms are settings of the same variant; connections over another network are no pairs', () => {
  const [first, ...others] = variantWaits(swept(), PLACE);
  expect(others).toEqual([]);
  const changes = first?.settings.map(({ text, total }) => [
    text,
    ...[total.from, total.to, total.difference].map(({ value }) => Math.round(value ?? NaN)),
  ]);
  expect(changes).toEqual([['--notsent-lowat 16k', 341, 160, -180]]);
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
  expect(lowat).toMatchObject({ text: '--notsent-lowat 16k' });
  expect(lowat?.total.difference.value).toBeNull();
  expect(lowat?.parts.filter(({ difference }) => difference.value !== null)).toEqual([]);
});
