import { ONE_OF_EACH_PROTOCOL } from '../run/left-out.ts';
import { describeEach } from './suite/describe-each.ts';
import { describeHostile } from './suite/hostile.ts';

await describeEach(ONE_OF_EACH_PROTOCOL, describeHostile);
