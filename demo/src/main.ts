import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import { labCommand, notEmpty, runMain, wholeNumber } from '@holbench/process/command-line';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { UserError } from '@holbench/process/user-error';
import { runFolder } from '@holbench/reports/runs/find-runs';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { Option } from 'commander';
import { type DemoFiles, demoFiles } from './demo-files.ts';
import { serveDemo } from './serve-demo.ts';

/** Where a run is found by its name. */
const HOMES = ['runs', 'published'].map((name) => join(PROJECT_ROOT, 'reports', name));
/** What is played where no run is named: in it the ways of all messages were recorded. */
const PUBLISHED = '2026-11-24-wait';
const PORT = 8460;
const LOG_FOLDER = join(PROJECT_ROOT, '.cache/demo');

const command = labCommand(
  'demo',
  'Plays a run in the browser: small messages beside a big transfer, all its transports side by side.',
)
  .addOption(
    new Option(
      '--replay <run>',
      'run folder, or name of a run in reports/runs or reports/published',
    )
      .argParser(notEmpty)
      .default(PUBLISHED),
  )
  .addOption(
    new Option(
      '--build <folder>',
      'write the page and the run into a folder for any web server, and end',
    )
      .argParser(notEmpty)
      .conflicts('screenshot'),
  )
  .addOption(
    new Option(
      '--screenshot <file>',
      'write a picture of the end of the first race (PNG), and end',
    ).argParser(notEmpty),
  )
  .addOption(
    new Option('--port <port>', 'port on 127.0.0.1; 0: a free one')
      .argParser(wholeNumber(0, 65_535))
      .default(PORT),
  );

interface Options {
  readonly replay: string;
  readonly build?: string;
  readonly screenshot?: string;
  readonly port: number;
}

await runMain(async () => {
  const { replay, build, screenshot, port } = command.parse().opts<Options>();
  if (build !== undefined) await assertEmpty(build);
  const folder = await runFolder(replay, HOMES).catch(asUserError);
  const files = await demoFiles(folder).catch(asUserError);
  if (build !== undefined) return writeFiles(files, build);
  await using served = await serveDemo(files, screenshot === undefined ? port : 0);
  if (screenshot !== undefined) return await takeScreenshot(served.address, screenshot);
  console.log(`${replay}: ${served.address}`);
  await using browser = hasDisplay() ? await openBrowser(served.address) : null;
  console.log(
    browser === null
      ? 'There is no display here: open the address in a browser. Ctrl-C ends it.'
      : 'Ctrl-C ends it.',
  );
  await new Promise(() => {});
});

/** A run that cannot be read is a problem that the user can solve. */
function asUserError(error: unknown): never {
  throw error instanceof RunFolderError ? new UserError(error.message) : error;
}

/** @throws UserError for a folder that has something in it, which may be anybody's. */
async function assertEmpty(folder: string): Promise<void> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new UserError(`${folder} is not empty; name a new folder`);
}

async function writeFiles(files: DemoFiles, folder: string): Promise<void> {
  for (const [path, body] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, body);
  }
  console.log(`${join(folder, 'index.html')}: serve this folder with any web server`);
}

async function takeScreenshot(address: string, path: string): Promise<void> {
  await using running = await launchBrowser({
    tools: await findTools(),
    forceQuic: [],
    logFolder: LOG_FOLDER,
  });
  const page = await running.browser.newPage({
    viewport: { width: 1440, height: 900 },
    // Shows the end of the race at once.
    reducedMotion: 'reduce',
  });
  await page.goto(address);
  await page.locator('.lane').first().waitFor();
  await page.screenshot({ path, fullPage: true });
  console.log(path);
}

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === 'darwin' || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY);
}

async function openBrowser(address: string) {
  const running = await launchBrowser({
    tools: await findTools(),
    forceQuic: [],
    logFolder: LOG_FOLDER,
    headless: false,
  });
  const page = await running.browser.newPage({ viewport: null });
  await page.goto(address);
  return running;
}
