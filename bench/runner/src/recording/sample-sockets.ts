import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { waitUntilReady } from '@holbench/process/wait-until-ready';

/**
 * Writes to the file $1 a line of two times (before and after, in seconds), then the lines of `ss` for the
 * filter $2 (an empty line where there are none), every 30 ms and what that takes. Its input is a pipe that
 * it holds open itself, so that `read` is a pause without a process. On SIGTERM it ends after a complete
 * reading, and when the bench was killed.
 */
const LOOP = `
trap exit TERM
exec 3<> <(:) >"$1"
while kill -0 $PPID 2>/dev/null && ! IFS= read -r -t 0.03 -u 3; do
  before=$EPOCHREALTIME
  sockets=$(ss -tinmHO "$2")
  printf '%s %s\\n%s\\n' "$before" "$EPOCHREALTIME" "$sockets"
done`;

/** The state of TCP sockets, as it is read again and again. */
export interface SocketSampling {
  readonly pid: number;
  /** The file of its text. */
  readonly path: string;
  /** Ends it, once. @returns what is wrong with it, or null. */
  end(): Promise<string | null>;
}

/**
 * Reads the state of the sockets of one side's connections until it is ended.
 * @param filter of ss, such as `sport = :8443`.
 * @param name of its files in `folder`, such as "same-sockets".
 * @throws UserError when it does not begin.
 */
export async function startSocketSampling(
  side: NetworkSide,
  {
    filter,
    folder,
    name,
  }: { readonly filter: string; readonly folder: string; readonly name: string },
): Promise<SocketSampling> {
  const path = join(folder, `${name}.txt`);
  const process = await ManagedProcess.start({
    name: 'sampling of sockets',
    ...commandIn(side, 'bash', ['-c', LOOP, name, path, filter]),
    // EPOCHREALTIME has the decimal point of the locale.
    env: { ...globalThis.process.env, LC_ALL: 'C' },
    logPath: join(folder, `${name}-ss.log`),
  });
  const end = async (): Promise<string | null> => {
    const { ending, log } = process;
    await process.stop();
    if (ending !== null)
      return `${name}: the sampling of sockets ended early (${ending}): ${log.errorLine()}`;
    return log.lines().length > 0 ? `${name}: ss said: ${log.errorLine()}` : null;
  };
  try {
    await waitUntilReady(process, async () => {
      const { size } = await stat(path).catch(() => ({ size: 0 }));
      return size > 0 ? true : null;
    });
  } catch (error) {
    await process.stop();
    throw error;
  }
  return { pid: process.pid, path, end };
}
