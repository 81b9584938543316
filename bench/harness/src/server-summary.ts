import { ServerSummary } from '@holbench/core/server/summary';
import * as v from 'valibot';
import type { LogFile } from '@holbench/process/log-file';

const LastLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ summary: ServerSummary }),
  v.transform(({ summary }) => summary),
);

/** The summary that a server prints when it stops; null when it was killed before it could. */
export function readSummary(log: LogFile): ServerSummary | null {
  const line = log.lines().findLast((candidate) => candidate.startsWith('{"summary":'));
  const parsed = v.safeParse(LastLine, line);
  return parsed.success ? parsed.output : null;
}
