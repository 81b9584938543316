import { VARIANTS } from '@holbench/variants/registry';
import { describeEach } from './suite/describe-each.ts';
import { describeVariant } from './suite/variants.ts';

await describeEach(
  VARIANTS.filter(({ group }) => group === 'default'),
  describeVariant,
);
