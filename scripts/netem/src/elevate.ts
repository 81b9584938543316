import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { assertNotEnding, END_SIGNALS } from '@holbench/process/cleanup';
import { isRunning } from '@holbench/process/is-running';
import { PROJECT_ROOT } from '@holbench/process/project-root';

const WRITTEN = ['reports/runs', 'reports/history.csv', '.cache', 'data', 'certs', 'test-results'];

/** Folders of tc, pfctl and similar programs; not on every user's PATH. */
const ROOTS_FOLDERS = '/usr/local/sbin:/usr/sbin:/sbin';

/** Environment variable: id of the process that runs this program as root and waits for it. */
const PARENT = 'HOLBENCH_ELEVATED_BY';
const WATCH_INTERVAL_MS = 500;
/** For whom this process runs as root, as `chown` takes it; null: for itself. */
let user: string | null = null;

/**
 * Runs this program again as root where it is not root and sudo asks for no password, and waits for
 * its end. Call it before anything else.
 * @param why such as "to make networks", for the line that says so.
 * @param written more absolute paths that the program writes. In an existing folder of another
 * user, such as /tmp, no file changes its owner.
 * @returns `done` when that run did the work: its exit code is that of this process, and its files
 * belong to this user; `continue` when this process must do the work, as its own user.
 */
export async function elevateIfNeeded(
  why: string,
  written: readonly string[] = [],
): Promise<'continue' | 'done'> {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === 0) endWithParent();
  if (uid === undefined || gid === undefined || uid === 0 || !sudoWorks()) return 'continue';
  assertNotEnding();
  const ours = written.filter((path) => mayBeGivenBack(path, uid));
  console.error(`holbench: ${why} it goes on as root (sudo)`);
  const [command = '', ...args] = sudoCommand(process);
  const env = { ...process.env, [PARENT]: String(process.pid) };
  const child = spawn(command, args, { stdio: 'inherit', env });
  const stopForwarding = forwardSignals(() => child.pid);
  await once(child, 'exit');
  stopForwarding();
  giveBack(uid, gid, ours);
  process.exitCode = child.exitCode ?? 128 + constants.signals[child.signalCode ?? 'SIGKILL'];
  return 'done';
}

/**
 * Gives a folder that root has just written to the user who waits for the end of this process: other programs
 * of theirs are to read and write it now. Nothing where nobody waits.
 */
export function giveBackNow(folder: string): void {
  if (user === null) return;
  spawnSync('chown', ['-hR', user, folder], { stdio: 'ignore' });
}

function sudoWorks(): boolean {
  return spawnSync('sudo', ['-n', '--preserve-env', 'true'], { stdio: 'ignore' }).status === 0;
}

/**
 * The same program with the same Node, arguments and environment. PATH is given again because sudo
 * always replaces it (`secure_path` in sudoers(5)); HOME, because users install tools there.
 */
export function sudoCommand({
  execPath,
  execArgv,
  argv,
  env,
  platform,
}: Pick<NodeJS.Process, 'execPath' | 'execArgv' | 'argv' | 'env' | 'platform'>): string[] {
  const { PATH = '/usr/bin:/bin', HOME } = env;
  const variables = {
    PATH: `${PATH}:${ROOTS_FOLDERS}`,
    ...(HOME !== undefined && { HOME }),
    ...(platform === 'linux' && awayFromHome(env)),
  };
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const sudo = ['sudo', '-n', '--preserve-env', '--', 'env', ...settings];
  return [...sudo, execPath, ...execArgv, ...argv.slice(1)];
}

/**
 * Keeps the files of root's Chromium in the project. It writes some outside its profile, and a
 * ~/.cache or ~/.config owned by root would break the user's other programs. Playwright's browsers
 * stay where they were installed.
 */
function awayFromHome(env: NodeJS.ProcessEnv): Record<string, string> {
  const { HOME = '', XDG_CACHE_HOME = join(HOME, '.cache') } = env;
  const { PLAYWRIGHT_BROWSERS_PATH = join(XDG_CACHE_HOME, 'ms-playwright') } = env;
  return {
    XDG_CONFIG_HOME: join(PROJECT_ROOT, '.cache/root/config'),
    XDG_CACHE_HOME: join(PROJECT_ROOT, '.cache/root/cache'),
    PLAYWRIGHT_BROWSERS_PATH,
  };
}

/**
 * Passes on signals that would end this process. A user may not signal root's processes, so sudo
 * does it, in its own process group, because sudo ignores signals from the group of its command.
 * Ctrl-C therefore causes a second SIGINT, which programs of the lab ignore.
 */
function forwardSignals(target: () => number | undefined): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    const kill = ['-n', 'kill', '-s', signal.replace('SIG', ''), `${target()}`];
    spawn('sudo', kill, { detached: true, stdio: 'ignore' });
  };
  for (const signal of END_SIGNALS) process.on(signal, forward);
  return () => {
    for (const signal of END_SIGNALS) process.off(signal, forward);
  };
}

/** As root: ends when the process that waits for this one was killed, which sudo does not notice. */
function endWithParent(): void {
  const parent = Number(process.env[PARENT]);
  delete process.env[PARENT];
  if (!parent) return;
  const { SUDO_UID, SUDO_GID } = process.env;
  if (SUDO_UID && SUDO_GID) user = `${SUDO_UID}:${SUDO_GID}`;
  const watch = setInterval(() => {
    if (isRunning(parent)) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, WATCH_INTERVAL_MS);
  watch.unref();
}

/** Whether all files of root below `path` will be the lab's; call it before root writes. */
export function mayBeGivenBack(path: string, uid: number): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.uid ?? uid) === uid;
}

/**
 * Makes the user the owner of root's files in the lab's folders. Symbolic links are not followed.
 */
function giveBack(uid: number, gid: number, written: readonly string[]): void {
  const paths = [...WRITTEN.map((folder) => join(PROJECT_ROOT, folder)), ...written];
  const find = ['find', ...paths.filter((path) => existsSync(path)), '-user', '0'];
  const chown = ['-exec', 'chown', '-h', `${uid}:${gid}`, '{}', '+'];
  const { status } = spawnSync('sudo', ['-n', ...find, ...chown], { stdio: 'ignore' });
  if (status !== 0) {
    console.error(
      `holbench: some of root's files are left: sudo chown -R ${uid}:${gid} ${PROJECT_ROOT}`,
    );
  }
}
