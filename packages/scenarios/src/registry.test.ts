import { expect, test } from 'vitest';
import { DRIVES } from './drives.ts';
import { METRICS } from './metrics.ts';
import { PAGES } from './pages.ts';
import { SCENARIO_IDS } from './registry.ts';

test('every scenario has a drive, metrics and functions of the page', () => {
  expect(Object.keys(DRIVES).toSorted()).toEqual(SCENARIO_IDS.toSorted());
  expect([...METRICS.keys()].toSorted()).toEqual(SCENARIO_IDS.toSorted());
  expect(Object.keys(PAGES).toSorted()).toEqual(SCENARIO_IDS.toSorted());
});
