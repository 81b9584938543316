import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { lastLines } from '@holbench/process/log-file';
import { messageOf, UserError } from '@holbench/process/user-error';
import type { LinkCertificate } from '@holbench/results/link-certificate';

const LINES = 3;
/** Of each end of a line; a log of Chromium may contain its complete command line. */
const END_CHARACTERS = 120;

/** One line that says why a cell failed, with the end of the log where the harness quoted one. */
export function failureReason(error: unknown): string {
  const message = messageOf(error);
  const detail = error instanceof UserError && error.detail !== null ? ` | ${error.detail}` : '';
  return stripVTControlCharacters(`${message}${detail}`)
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 2_000);
}

/** Why a cell is not to be run over a network that was measured so, or null. */
export function outsideTolerance({ problems }: LinkCertificate): string | null {
  return problems.length === 0 ? null : `network outside tolerance: ${problems.join('; ')}`;
}

/**
 * The last lines of every log of a failed cell, such as `node-http1-server.log: …`. Empty where the
 * logs are.
 */
export async function logTails(logFolder: string): Promise<string[]> {
  const names = await readdir(logFolder).catch(() => []);
  const logs = names.filter((name) => name.endsWith('.log')).toSorted();
  return logs.flatMap((name) => {
    const last = lastLines(join(logFolder, name)).slice(-LINES);
    const text = last.map(withoutMiddle).join(' | ');
    return text === '' ? [] : [`${name}: ${text}`];
  });
}

/** Programs wrap one error into another, so its cause stands at a line’s end. */
function withoutMiddle(line: string): string {
  if (line.length <= 2 * END_CHARACTERS) return line;
  return `${line.slice(0, END_CHARACTERS)} … ${line.slice(-END_CHARACTERS)}`;
}
