import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { labCommand, runMain } from '@holbench/process/command-line';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { writeWhole } from '@holbench/process/write-whole';
import { documents, runDocuments } from './documents.ts';
import { publishedNames } from './published.ts';

/** `pnpm run docs`: writes into README, docs and the folders of published runs what their runs say. */
const command = labCommand(
  'run docs',
  'Writes the tables, pictures and figures of README, docs and published runs from the published runs.',
);

async function main(): Promise<void> {
  command.parse();
  // First what people may have made a mistake in.
  const own = await documents();
  await writeAll(own);
  await removeOthers('docs/pictures', own);
  for (const name of await publishedNames()) {
    const files = await runDocuments(name);
    await writeAll(files);
    await removeOthers(`reports/published/${name}`, files);
  }
}

async function writeAll(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) {
    const path = join(PROJECT_ROOT, name);
    if ((await readFile(path, 'utf8').catch(() => null)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, text);
    console.log(`wrote ${name}`);
  }
}

/** Plots of before, which nothing shows any more. */
async function removeOthers(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const file of await readdir(join(PROJECT_ROOT, folder))) {
    const path = `${folder}/${file}`;
    if (!file.endsWith('.svg') || files.has(path)) continue;
    await rm(join(PROJECT_ROOT, path));
    console.log(`removed ${path}`);
  }
}

await runMain(main);
