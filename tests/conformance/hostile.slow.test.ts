import { VARIANTS } from '@holbench/variants/registry';
import { ONE_OF_EACH_PROTOCOL } from '../run/left-out.ts';
import { describeEach } from './suite/describe-each.ts';
import { describeHostile } from './suite/hostile.ts';

await describeEach(
  VARIANTS.filter((variant) => !ONE_OF_EACH_PROTOCOL.includes(variant)),
  describeHostile,
);
