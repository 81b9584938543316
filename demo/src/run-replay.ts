import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { LOCALHOST } from '@holbench/process/network-side';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { hasCode, messageOf, UserError } from '@holbench/process/user-error';
import { runFolder, runHomes } from '@holbench/results/find-runs';
import { replayFiles } from './demo-files.ts';
import { onePage } from './one-page.ts';
import { showPage } from './show-page.ts';
import { takeScreenshot } from './take-screenshot.ts';
import { serveDemo } from './serve-demo.ts';

export interface ReplayChoice {
  readonly replay: string;
  readonly build?: string;
  readonly screenshot?: string;
  readonly port: number;
}

/** Plays a run until Ctrl-C; or writes it as a page, or a picture of it. */
export async function runReplay({ replay, build, screenshot, port }: ReplayChoice): Promise<void> {
  if (build !== undefined) await assertEmpty(build);
  const folder = await runFolder(replay, runHomes(PROJECT_ROOT));
  const files = await replayFiles(folder);
  if (build !== undefined) {
    await mkdir(build, { recursive: true });
    await writeFile(join(build, 'index.html'), onePage(files));
    console.log(join(build, 'index.html'));
    return;
  }
  await using served = await serveDemo(files, {
    host: LOCALHOST.address,
    port: screenshot === undefined ? port : 0,
  });
  const { address } = served;
  if (screenshot !== undefined) {
    const tools = await findTools();
    return await takeScreenshot(address, screenshot, { tools, forceQuic: [], place: LOCALHOST });
  }
  await showPage(address, `${replay}: `);
}

/** @throws UserError for a folder that has something in it, which may be anybody's. */
async function assertEmpty(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw new UserError(`--build ${folder}: ${messageOf(error)}`);
  });
  if (there.length > 0) throw new UserError(`${folder} is not empty; name a new folder`);
}
