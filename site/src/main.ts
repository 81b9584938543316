import { join, relative } from 'node:path';
import { labCommand, notEmpty, runMain } from '@holbench/process/command-line';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { PUBLISHED, publishedNames } from '@holbench/reports/docs/published';
import { Option } from 'commander';
import { siteFiles } from './site-files.ts';
import { assertOwn, writeSite } from './write-site.ts';

/** `pnpm site`: published runs and documents as files for any web server, or for a browser alone. */
const command = labCommand(
  'site',
  'Builds a website from documents and published runs: reports, replays and data. It opens from disk.',
).addOption(
  new Option('--out <folder>', 'folder to make; an older site in it is replaced')
    .argParser(notEmpty)
    .default(join(PROJECT_ROOT, 'site/dist'), 'site/dist'),
);

async function main(): Promise<void> {
  const { out } = command.parse().opts<{ out: string }>();
  await assertOwn(out);
  const folders = (await publishedNames()).map((name) => join(PUBLISHED, name));
  const { files, leftOut } = await siteFiles(folders, (name, index) => {
    console.log(`run ${index + 1} of ${folders.length}: ${name}`);
  });
  for (const why of leftOut.values()) console.error(`left out: ${why}`);
  const bytes = await writeSite(files, out);
  const index = relative(process.cwd(), join(out, 'index.html'));
  console.log(`${index}: ${files.size} files, ${(bytes / 1e6).toFixed(0)} MB`);
}

await runMain(main);
