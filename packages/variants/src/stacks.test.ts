import { expect, test } from 'vitest';
import { VARIANTS } from './registry.ts';
import { stackOf } from './stacks.ts';

test('the stack of every variant is described; without TCP are those of HTTP/3 alone', () => {
  const withoutTcp = VARIANTS.filter((variant) => !stackOf(variant).name.includes('Linux TCP'));
  expect(withoutTcp).toEqual(VARIANTS.filter(({ protocol }) => protocol === 'h3'));
});
