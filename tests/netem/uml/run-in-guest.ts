import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUpAtExit } from '@holbench/process/cleanup';
import { findOnPath } from '@holbench/process/find-on-path';
import { ManagedProcess } from '@holbench/process/managed-process';
import { shellWord } from '@holbench/process/shell-word';
import { UserError } from '@holbench/process/user-error';

/** More than any guest of the lab used, in MiB; the host allocates it page by page on use. */
const MEMORY_MIB = 768;
/** Time for boot and power-off: several times their duration on a busy machine. */
const BOOT_SECONDS = 20;

/**
 * Not this process's PATH: starting a process is slow in a guest, so shims of a version manager
 * take seconds.
 */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Runs the guest before other programs, where that is allowed: a guest that gets its CPU late sends
 * and receives late.
 */
const BEFORE_OTHERS = 'chrt --fifo 1 true 2>/dev/null && exec chrt --fifo 1 "$@"; exec "$@"';

const INIT = join(import.meta.dirname, 'guest-init.sh');

/** What a guest is to run: as root, in its own kernel, seeing the host's files. */
export interface GuestCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Then the command is killed, with exit code 137. */
  readonly limitSeconds: number;
}

export interface GuestResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @returns null when this machine can boot a guest, else the reason and the remedy. */
export async function whyNoGuest(): Promise<string | null> {
  const remedy = 'on Debian and Ubuntu: apt-get install user-mode-linux kmod iproute2';
  for (const program of ['linux.uml', 'insmod', 'ip']) {
    if ((await findOnPath([program])) === null) return `${program} is not installed (${remedy})`;
  }
  return whyNoRegisters();
}

/**
 * Debian 12's guest keeps 2,696 bytes of a program's registers, of AMX they have over 8 KiB: the first
 * program then dies with "ptrace set fp regs failed, errno = 14".
 */
async function whyNoRegisters(): Promise<string | null> {
  const { stdout } = await promisify(execFile)('linux.uml', ['--version']);
  const kernel = stdout.trim();
  const processor = await readFile('/proc/cpuinfo', 'utf8');
  if (!kernel.startsWith('6.1.') || !/\bamx_tile\b/.test(processor)) return null;
  return `linux.uml ${kernel} runs no program on a processor with AMX (a newer one, or another machine)`;
}

/**
 * Runs a command to its end in a User-Mode Linux guest: a complete kernel as a process, with the
 * traffic control that the host's may lack. Needs no root. Boots in about 2 s, has one CPU, real
 * time and high-resolution timers. Its files are removed with it. When this process is killed by
 * SIGKILL, the guest powers off at the command's time limit.
 * https://docs.kernel.org/virt/uml/user_mode_linux_howto_v2.html
 * @throws UserError when the guest does not finish.
 */
export async function runInGuest(options: GuestCommand): Promise<GuestResult> {
  const job = await mkdtemp(join(tmpdir(), 'holbench-guest-'));
  const removal = { recursive: true, force: true };
  // Registered before the guest, hence done after it has been stopped.
  const forget = cleanUpAtExit(
    () => rm(job, removal),
    () => rmSync(job, removal),
  );
  try {
    await writeFile(join(job, 'command.sh'), script(options));
    await using guest = await ManagedProcess.start({
      name: 'User-Mode Linux guest',
      command: 'sh',
      args: [
        '-c',
        BEFORE_OTHERS,
        'sh',
        'linux.uml',
        `mem=${MEMORY_MIB}M`,
        'root=/dev/root',
        'rootfstype=hostfs',
        'rootflags=/',
        'ro',
        `uml_dir=${job}/`,
        'con=null',
        'con0=fd:0,fd:1',
        `init=${INIT}`,
        `HOLBENCH_JOB=${job}`,
        `HOLBENCH_LIMIT_SECONDS=${options.limitSeconds}`,
      ],
      logPath: join(job, 'console.log'),
    });
    const limitSeconds = options.limitSeconds + BOOT_SECONDS;
    const limit = setTimeout(() => void guest.stop(), limitSeconds * 1_000);
    await guest.ended;
    clearTimeout(limit);
    const read = (name: string): Promise<string> => readFile(join(job, name), 'utf8');
    const exitCode = await read('exit-code').catch(() => {
      const how = `${guest.ending}; it has ${limitSeconds} s`;
      throw new UserError(`the ${guest.name} did not finish (${how})`, guest.log.tail());
    });
    return {
      exitCode: Number(exitCode),
      stdout: await read('stdout'),
      stderr: await read('stderr'),
    };
  } finally {
    await rm(job, removal);
    forget();
  }
}

/** A shell script that runs the command with exactly this environment. */
function script({ command, args, cwd, env = {} }: GuestCommand): string {
  const all = { PATH: `${dirname(process.execPath)}:${SYSTEM_PATH}`, HOME: '/root', ...env };
  const exports = Object.entries(all).map(
    ([name, value]) => `export ${name}=${shellWord(value)}\n`,
  );
  return `cd ${shellWord(cwd)}\n${exports.join('')}exec ${[command, ...args].map(shellWord).join(' ')}\n`;
}
