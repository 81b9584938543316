import { messageOf } from '@holbench/process/user-error';

/**
 * Ends the server at once, with one line that says why: a file that the run asked for cannot be
 * written, so what follows would not be what the run measures.
 * @param failed what failed and on which file, such as "cannot append to /tmp/mutations.log".
 */
export function endProcess(failed: string, reason: unknown): never {
  process.stderr.write(`${failed}: ${messageOf(reason)}\n`);
  process.exit(1);
}
