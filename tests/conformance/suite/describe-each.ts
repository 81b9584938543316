import { findTools, type Tools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import type { LabVariant } from '@holbench/variants/registry';
import { describe } from 'vitest';

/** Registers a suite for each of these variants; a skipped one says what this machine lacks. */
export async function describeEach(
  variants: readonly LabVariant[],
  describeOne: (variant: LabVariant, tools: Tools) => void,
): Promise<void> {
  const tools = await findTools();
  for (const variant of variants) {
    const reason = tools.chromium ? whyUnsupported(variant, tools) : 'no Chromium was found';
    const title = reason === null ? variant.id : `${variant.id}, skipped: ${reason}`;
    describe.skipIf(reason !== null)(title, () => describeOne(variant, tools));
  }
}
