import { elevateIfNeeded } from '@holbench/netem/elevate';
import { labCommand, listOf, runMain } from '@holbench/process/command-line';
import { PROBE_IDS } from './feasibility/feasibility.ts';
import { diagnose } from './diagnosis.ts';
import { diagnoseFeasibility } from './print-feasibility.ts';
import { formatDiagnosis } from './format.ts';

interface Options {
  readonly json?: boolean;
  /** True: all of them. */
  readonly feasibility?: true | readonly string[];
}

/** `pnpm run doctor`: what is here, what can run, what cannot and why. Exit code 1 when nothing can. */
const command = labCommand('run doctor', 'Prints the versions of everything and what can run here.')
  .option('--json', 'print one JSON object instead')
  .option(
    '--feasibility [list]',
    `try what is no variant, all or some of ${PROBE_IDS.join(', ')}`,
    listOf('probe', PROBE_IDS),
  )
  .parse();

await runMain(async () => {
  // As the bench does: what it can do is what counts.
  if ((await elevateIfNeeded('to try the networks')) === 'done') return;
  const { json = false, feasibility } = command.opts<Options>();
  const looked = await diagnose();
  const diagnosis =
    feasibility === undefined
      ? looked
      : {
          ...looked,
          feasibility: await diagnoseFeasibility(feasibility === true ? PROBE_IDS : feasibility),
        };
  console.log(json ? JSON.stringify(diagnosis, null, 2) : formatDiagnosis(diagnosis));
  if (!diagnosis.variants.some(({ runs }) => runs)) process.exitCode = 1;
});
