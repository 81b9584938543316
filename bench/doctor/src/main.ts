import { elevateIfNeeded } from '@holbench/netem/elevate';
import { lockMachine } from '@holbench/netem/lock';
import { labCommand, listOf, runMain } from '@holbench/process/command-line';
import { findTools } from '@holbench/harness/tools';
import type { FeasibilityFinding } from '@holbench/results/feasibility';
import { diagnose } from './diagnosis.ts';
import { TEST_IDS, testFeasibility } from './feasibility/feasibility.ts';
import { formatDiagnosis } from './format.ts';

interface Options {
  readonly json?: boolean;
  /** True: all of them. */
  readonly feasibility?: true | readonly string[];
}

/** `pnpm run doctor`: versions, and what can run and what cannot. Exit code 1 when nothing can. */
const command = labCommand('run doctor', 'Prints all versions, and which variants can run here.')
  .option('--json', 'print one JSON object')
  .option(
    '--feasibility [list]',
    `test combinations that are no variant: all, or some of ${TEST_IDS.join(', ')}`,
    listOf('feasibility test', TEST_IDS),
  )
  .parse();

await runMain(async () => {
  // As the bench does: networks may need more rights.
  if ((await elevateIfNeeded('to try the networks')) === 'done') return;
  const { json = false, feasibility } = command.opts<Options>();
  const diagnosis = {
    ...(await diagnose()),
    ...(feasibility && {
      feasibility: await runTests(feasibility === true ? TEST_IDS : feasibility),
    }),
  };
  console.log(json ? JSON.stringify(diagnosis, null, 2) : formatDiagnosis(diagnosis));
  if (!diagnosis.variants.some(({ runs }) => runs)) process.exitCode = 1;
});

/** About a second each. @throws UserError while something is measured on this machine. */
async function runTests(ids: readonly string[]): Promise<FeasibilityFinding[]> {
  await using _lock = await lockMachine('pnpm run doctor --feasibility');
  console.error(`holbench: testing ${ids.join(', ')}`);
  return await testFeasibility(await findTools(), ids);
}
