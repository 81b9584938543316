import { whyUnsupported } from '@holbench/harness/unsupported';
import { variant } from '@holbench/variants/registry';
import type { Subject } from './suite.ts';

/** A variant as a subject. */
export function variantSubject(id: string, reference?: string): Subject {
  return {
    id,
    ...(reference !== undefined && { reference }),
    whyNot: (tools) => whyUnsupported(variant(id), tools),
  };
}
