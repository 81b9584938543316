import { join } from 'node:path';
import { labCommand, runMain } from '@holbench/process/command-line';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { parseSize } from '@holbench/process/quantities';
import { MAX_FILE_BYTES } from '@holbench/protocol/wire-limits';
import { ensureDataset } from './generate.ts';

/** `pnpm dataset <size…>`: makes what is not there yet, and prints where it is. */
const command = labCommand(
  'dataset',
  'Makes the 100 CoValues with files of each size, and prints their folders.',
).argument(
  '<size...>',
  'sizes of files, e.g. 128KiB 50MiB',
  (text, before: number[] | undefined) => [
    ...(before ?? []),
    parseSize(text, 'size', { least: 1, most: MAX_FILE_BYTES }),
  ],
);

await runMain(async () => {
  const [sizes]: number[][] = command.parse().processedArgs;
  for (const bytes of sizes ?? []) {
    console.log(await ensureDataset(join(PROJECT_ROOT, 'data'), bytes));
  }
});
