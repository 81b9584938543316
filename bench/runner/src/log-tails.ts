import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLines } from '@holbench/process/log-file';

const LINES = 3;
/** Of a line; a log of Chromium's may hold its whole command line. */
const LINE_CHARACTERS = 200;

/**
 * The last lines of every log of a cell, such as `node-http1-server.log: …`: what its processes
 * said before it failed. Empty where nothing was said.
 */
export async function logTails(logFolder: string): Promise<string[]> {
  const names = await readdir(logFolder).catch(() => []);
  const logs = names.filter((name) => name.endsWith('.log')).toSorted();
  return logs.flatMap((name) => {
    const last = lastLines(join(logFolder, name)).slice(-LINES);
    const text = last.map((line) => line.slice(0, LINE_CHARACTERS)).join(' | ');
    return text === '' ? [] : [`${name}: ${text}`];
  });
}
