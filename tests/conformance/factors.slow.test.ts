import { isDeepStrictEqual } from 'node:util';
import { type LabVariant, VARIANTS } from '@holbench/variants/registry';
import { describeEach } from './suite/describe-each.ts';
import { exampleFactors } from './suite/example-factors.ts';
import { describeWhole } from './suite/whole.ts';
import { describeAsShipped, describeWithFactors } from './suite/variants.ts';

await describeEach(
  VARIANTS.filter((variant) => !hasObeyedThem(variant)),
  (variant, tools) => {
    const sets = exampleFactors(variant);
    // The largest set of a default variant is in factors.test.ts.
    describeWithFactors(variant, tools, variant.group === 'default' ? sets.slice(1) : sets);
  },
);

const SHIPPED = ['caddy-http2', 'envoy-http2', 'nginx-http1', 'nginx-http2'];
await describeEach(
  VARIANTS.filter(({ id }) => SHIPPED.includes(id)),
  describeAsShipped,
);

// With a server and a proxy of each kind.
const WHOLE = [
  'uws-ws',
  'node-http1',
  'node-http2',
  'caddy-http3',
  'envoy-http2',
  'nginx-http1',
  'nginx-ws',
];
await describeEach(
  VARIANTS.filter(({ id }) => WHOLE.includes(id)),
  describeWhole,
);

/** The factors: a control with the server of a default variant, there. */
function hasObeyedThem({ group, server }: LabVariant): boolean {
  return (
    group === 'control' &&
    VARIANTS.some((each) => each.group === 'default' && isDeepStrictEqual(each.server, server))
  );
}
