import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { UserError } from '@holbench/process/user-error';

const CACHE = join(PROJECT_ROOT, '.cache/suites');

/**
 * A folder of the cache that holds an installed suite. Its name has the hash of what pins the suite, so a new pin is
 * installed anew.
 * @param pin path of the file that pins it.
 * @param install fills an empty folder; one that was interrupted is begun again.
 */
export async function installed(
  name: string,
  pin: string,
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(pin))
    .digest('hex')
    .slice(0, 12);
  const folder = join(CACHE, `${name}-${hash}`);
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  try {
    await install(unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** A program that runs for minutes. */
interface LongProgram {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly logPath: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

/**
 * Runs a program to its end.
 * @returns how it ended: "exit code 0".
 * @throws UserError when it does not end in time.
 */
export async function runLong({ limitMs, env = {}, ...options }: LongProgram): Promise<string> {
  await using running = await ManagedProcess.start({
    ...options,
    env: { ...process.env, ...env },
  });
  const late = AbortSignal.timeout(limitMs);
  const isLate = new Promise((resolve) => late.addEventListener('abort', resolve));
  await Promise.race([running.ended, isLate]);
  if (running.ending !== null) return running.ending;
  const seconds = limitMs / 1_000;
  throw new UserError(`${options.name} did not end in ${seconds} s (log: ${options.logPath})`);
}

/** The same, for a program that must succeed. @throws UserError naming its log when it fails. */
export async function mustRun(program: LongProgram): Promise<void> {
  const ending = await runLong(program);
  if (ending === 'exit code 0') return;
  const log = await readFile(program.logPath, 'utf8');
  throw new UserError(
    `${program.name} failed (${ending}; log: ${program.logPath})`,
    log.slice(-2_000),
  );
}
