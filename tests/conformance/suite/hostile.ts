import type { Tools } from '@holbench/harness/tools';
import type { LabVariant } from '@holbench/variants/registry';
import { test } from 'vitest';
import { LabUnderTest } from '../lab/lab-under-test.ts';
import { stopped } from './evidence.ts';
import { describeHostileCases } from './hostile-cases.ts';
import { describeSessionModel } from './session-model.ts';

/** Apart from the other suites, since a well-behaved client is timed beside the hostile ones. */
export function describeHostile(variant: LabVariant, tools: Tools): void {
  const lab = new LabUnderTest(variant, tools, {}, 'hostile');
  lab.startAndStop();
  describeSessionModel(lab);
  describeHostileCases(lab);
  test('the server counted every broken transfer, logged no error, and ends', async () => {
    await stopped(lab);
  });
}
