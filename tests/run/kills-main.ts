import { join } from 'node:path';
import { labCommand, runMain, wholeNumber } from '../../packages/process/src/command-line.ts';
import { runKills } from './kills.ts';

/** `pnpm test:kills`: more of what `pnpm test` does three times. */
const command = labCommand(
  'test:kills',
  'Kills short benches at random moments and resumes each; about 40 s each.',
)
  .option('--count <n>', 'number of kills', wholeNumber(1), 30)
  .option('--seed <n>', 'seed of the moments', wholeNumber(0), 1);

await runMain(async () => {
  command.parse();
  const kills = command.opts<{ count: number; seed: number }>();
  const root = join(import.meta.dirname, '../..');
  const result = await runKills(root, join(root, 'test-results/kills'), kills);
  for (const failure of result.failures) console.log(`FAILED ${failure}`);
  for (const skip of result.skips) console.log(`skipped ${skip}`);
  console.log(
    `${result.passed} passed, ${kills.count - result.passed - result.skips.length} failed`,
  );
  if (result.failures.length > 0) process.exitCode = 1;
});
