import { VARIANTS } from '@holbench/variants/registry';
import { test } from 'vitest';
import { LabUnderTest } from './lab/lab-under-test.ts';
import { describeEach } from './suite/describe-each.ts';
import { stopped } from './suite/evidence.ts';
import { describeHostileCases } from './suite/hostile-cases.ts';
import { describeSessionModel } from './suite/session-model.ts';

/** Apart from the other suites, since a well-behaved client is timed beside the hostile ones. */
await describeEach(VARIANTS, (variant, tools) => {
  const lab = new LabUnderTest(variant, tools, {}, 'hostile');
  lab.startAndStop();
  describeSessionModel(lab);
  describeHostileCases(lab);
  test('the server counted every broken transfer, logged no error, and ends', async () => {
    await stopped(lab);
  });
});
