import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LINES = 3;
/** Of a line; a log of Chromium's may hold its whole command line. */
const LINE_CHARACTERS = 200;

/**
 * The last lines of every log of a cell, such as `node-http1-server.log: …`: what its processes
 * said before it failed. Empty where nothing was said.
 */
export async function logTails(logFolder: string): Promise<string[]> {
  const names = await readdir(logFolder).catch(() => []);
  const tails = await Promise.all(
    names
      .filter((name) => name.endsWith('.log'))
      .toSorted()
      .map(async (name) => {
        const text = await readFile(join(logFolder, name), 'utf8').catch(() => '');
        const lines = text.split('\n').filter((line) => line.trim() !== '');
        const last = lines.slice(-LINES).map((line) => line.slice(0, LINE_CHARACTERS));
        return last.length === 0 ? [] : [`${name}: ${last.join(' | ')}`];
      }),
  );
  return tails.flat();
}
