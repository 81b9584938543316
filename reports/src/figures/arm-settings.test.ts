import type { FactorValues } from '@holbench/factors/values';
import { expect, test } from 'vitest';
import { PLACE } from '../../fixtures/made-figure.ts';
import { reportOf, waitCell } from '../../fixtures/wait-data.ts';
import { armSettings, settingsText, tunedArm } from './arm-settings.ts';

const LOWAT = { notsentLowatBytes: 16_384 };
const CHUNKS = { chunkBytes: 16_384 };

/** Figures of arms with these factors, and which of them is the tuned one. */
function of(...arms: Partial<FactorValues>[]) {
  const cells = arms.map((factors) =>
    waitCell({ variant: 'node-ws', round: 0, factors }, { same: { request: 50 } }),
  );
  const { data, relation } = reportOf(...cells);
  const figures = relation.at(PLACE).filter(({ variant }) => variant.id === 'node-ws');
  const settings = figures.map((figure) => settingsText(armSettings(data, figure)));
  return { tuned: tunedArm(data, figures), settings: [...new Set(settings)] };
}

test('settings are as the command line takes them', () => {
  expect(of({}, { ...LOWAT, ...CHUNKS }, LOWAT).settings).toEqual([
    '',
    '--notsent-lowat 16k',
    '--notsent-lowat 16k --chunk-size 16k',
  ]);
});

test('the tuned arm has the most of the settings that keep a sender’s queues short', () => {
  expect(of({}, LOWAT, { ...LOWAT, ...CHUNKS }).tuned).toBe('notsent-lowat=16k+chunk-size=16k');
  expect(of({}, LOWAT).tuned).toBe('notsent-lowat=16k');
});

test('another value or another setting makes no tuned arm', () => {
  expect(of({}, { notsentLowatBytes: 131_072 }, { ...LOWAT, bulkStreams: 6 }).tuned).toBeNull();
  expect(of({}).tuned).toBeNull();
});
