import { VARIANTS } from '@holbench/variants/registry';
import { describeEach } from './suite/describe-each.ts';
import { describeBasics } from './suite/variants.ts';

await describeEach(
  VARIANTS.filter(({ group }) => group === 'control'),
  describeBasics,
);
