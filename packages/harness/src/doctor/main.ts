import { elevateIfNeeded } from '@holbench/netem/elevate';
import { labCommand, runMain } from '@holbench/platform/command-line';
import { diagnose } from './diagnosis.ts';
import { formatDiagnosis } from './format.ts';

/** `pnpm run doctor`: what is here, what can run, what cannot and why. Exit code 1 when nothing can. */
const command = labCommand('run doctor', 'Prints the versions of everything and what can run here.')
  .option('--json', 'print one JSON object instead')
  .parse();

await runMain(async () => {
  // As the bench does: what it can do is what counts.
  if ((await elevateIfNeeded('to try the networks')) === 'done') return;
  const diagnosis = await diagnose();
  const { json = false } = command.opts<{ json?: boolean }>();
  console.log(json ? JSON.stringify(diagnosis, null, 2) : formatDiagnosis(diagnosis));
  if (!diagnosis.variants.some(({ runs }) => runs)) process.exitCode = 1;
});
