import { VARIANTS } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { scenario } from './scenario.ts';

test('there is a floor of every protocol but WebTransport', () => {
  const without = VARIANTS.filter((variant) => scenario.unsupported?.(variant) !== null);
  expect(without.map(({ protocol }) => protocol)).toEqual(['webtransport']);
});
