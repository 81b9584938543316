import { VARIANTS } from '@holbench/variants/registry';
import { describeEach } from './suite/describe-each.ts';
import { exampleFactors } from './suite/example-factors.ts';
import { describeWhole } from './suite/whole.ts';
import { describeWithFactors } from './suite/variants.ts';

/** The largest set of factors that do not contradict each other. */
await describeEach(
  VARIANTS.filter(({ group }) => group === 'default'),
  (variant, tools) => {
    describeWithFactors(variant, tools, exampleFactors(variant).slice(0, 1));
    if (variant.id === 'node-ws') describeWhole(variant, tools);
  },
);
