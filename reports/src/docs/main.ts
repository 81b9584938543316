import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { labCommand, runMain } from '@holbench/process/command-line';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { UserError } from '@holbench/process/user-error';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { documents, publishedNames, runDocuments } from './documents.ts';

/** `pnpm run docs`: writes into README, docs and the folders of published runs what their runs say. */
const command = labCommand(
  'run docs',
  'Writes the tables, pictures and figures of README, docs and published runs from the published runs.',
);

async function main(): Promise<void> {
  command.parse();
  for (const name of await publishedNames()) await writeAll(await runDocuments(name));
  await writeAll(await documents());
}

async function writeAll(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) {
    const path = join(PROJECT_ROOT, name);
    if ((await readFile(path, 'utf8').catch(() => null)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    console.log(`wrote ${name}`);
  }
}

await runMain(() =>
  main().catch((error: unknown) => {
    throw error instanceof RunFolderError ? new UserError(error.message) : error;
  }),
);
