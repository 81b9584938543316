import { autobahn } from './autobahn/autobahn.ts';
import { h2spec } from './h2spec/h2spec.ts';
import type { Suite, SuiteId } from './suite.ts';

export const SUITES: Readonly<Record<SuiteId, Suite>> = { autobahn, h2spec };
