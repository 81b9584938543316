import { elevateIfNeeded } from '@holbench/netem/elevate';
import { labCommand, runMain } from '@holbench/process/command-line';
import { diagnose } from './diagnosis.ts';
import { formatDiagnosis } from './format.ts';

/** `pnpm run doctor`: versions, and what can run and what cannot. Exit code 1 when nothing can. */
const command = labCommand('run doctor', 'Prints all versions, and which variants can run here.')
  .option('--json', 'print one JSON object')
  .parse();

await runMain(async () => {
  // As the bench does: networks may need more rights.
  if ((await elevateIfNeeded('to try the networks')) === 'done') return;
  const { json = false } = command.opts<{ readonly json?: boolean }>();
  const diagnosis = await diagnose();
  console.log(json ? JSON.stringify(diagnosis, null, 2) : formatDiagnosis(diagnosis));
  if (!diagnosis.variants.some(({ runs }) => runs)) process.exitCode = 1;
});
