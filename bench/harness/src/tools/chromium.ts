import { chromium } from 'playwright-core';
import { findOnPath } from '@holbench/process/find-on-path';
import { runTool } from '@holbench/process/run-tool';

export interface Chromium {
  readonly path: string;
  /** Such as "156.0.7444.59". */
  readonly version: string;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MACOS_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium that runs: HOLBENCH_CHROMIUM, Playwright's own, the one on PATH, macOS's
 * applications, in this order. @returns null when there is none.
 */
export async function findChromium(): Promise<Chromium | null> {
  const paths = process.env.HOLBENCH_CHROMIUM
    ? [process.env.HOLBENCH_CHROMIUM]
    : [chromium.executablePath(), await findOnPath(NAMES), ...MACOS_PATHS];
  for (const path of paths) {
    const version = path && (await chromiumVersion(path));
    if (version) return { path, version };
  }
  return null;
}

/** Ubuntu's `chromium-browser` is a script that only asks to install a snap: it has no version. */
async function chromiumVersion(path: string): Promise<string | null> {
  const output = await runTool(path, ['--version']).catch(() => '');
  return /\d+(\.\d+){3}/.exec(output)?.[0] ?? null;
}
