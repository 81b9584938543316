import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { processStat } from '../../packages/process/src/is-running.ts';
import { RUN_FILES } from '../../packages/results/src/run-files.ts';

const NAMESPACES = '/run/netns';
const FOLDERS_OF_NAMESPACES = [NAMESPACES, '/etc/netns'];
/** How long a bench may take until it has finished a number of cells. */
const DEADLINE_MS = 120_000;
/** Another measurement may have the machine; or the bench has ended before the moment of its kill. */
const TRIES = 20;

const SHOWN_CHARACTERS = 500;

/** A moment of a bench: a time after it has begun its run folder and finished some cells. */
export interface Moment {
  readonly finishedCells: number;
  readonly afterMs: number;
}

/** One bench after the other in `folder`, whose temporary files are all in `temporary`. */
export class BenchInFolder {
  readonly #root: string;
  readonly #folder: string;
  readonly #temporary: string;
  readonly #pids: number[] = [];

  constructor(root: string, folder: string, temporary: string) {
    this.#root = root;
    this.#folder = folder;
    this.#temporary = temporary;
  }

  /** Starts a bench with these options and kills it at a moment. @throws Error when it never came so far. */
  async kill(options: readonly string[], { finishedCells, afterMs }: Moment): Promise<void> {
    let told = '';
    for (let tries = 0; tries < TRIES; tries += 1) {
      const bench = this.#start([...options, '--out', this.#folder]);
      const ended = once(bench, 'exit');
      bench.stdout.resume();
      const printed = text(bench.stderr);
      const deadline = performance.now() + DEADLINE_MS;
      while (this.#lines() < finishedCells && bench.exitCode === null) {
        if (performance.now() > deadline) break;
        await delay(10);
      }
      // Where it has ended, the next try is earlier.
      await Promise.race([delay(afterMs / 2 ** tries), ended]);
      bench.kill('SIGKILL');
      await ended;
      if (bench.signalCode === 'SIGKILL' && this.#lines() >= finishedCells) return;
      told = await printed;
      await rm(this.#folder, { recursive: true, force: true });
      await delay(1_000);
    }
    throw new Error(`no bench was killed: ${told.slice(0, SHOWN_CHARACTERS)}`);
  }

  /** Resumes the run. @returns what it printed. */
  async resume(): Promise<string> {
    let printed = '';
    for (let tries = 0; tries < TRIES; tries += 1) {
      const bench = this.#start(['--resume', this.#folder]);
      const [stdout, stderr] = [text(bench.stdout), text(bench.stderr)];
      await once(bench, 'exit');
      printed = `${await stdout}${await stderr}`.slice(0, SHOWN_CHARACTERS);
      if (!printed.includes('is measuring on this machine')) break;
      await delay(1_000);
    }
    return printed;
  }

  /** Command lines of processes that these benches have started and that run. */
  processes(): string[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const ours = pids.filter((pid) => {
      // A process of Chromium writes its title over its environment.
      const seen = `${proc(pid, 'environ')}${proc(pid, 'cmdline')}`;
      return seen.includes(this.#temporary) && Number(pid) !== process.pid;
    });
    const running = ours.filter((pid) => processStat(Number(pid))?.state !== 'Z');
    return running.map((pid) => proc(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 200));
  }

  /** Namespaces of these benches, and folders that belong to one. */
  namespaces(): string[] {
    const there = FOLDERS_OF_NAMESPACES.filter((folder) => existsSync(folder));
    const names = new Set(there.flatMap((folder) => readdirSync(folder)));
    return [...names].filter((name) => this.#pids.some((pid) => name.startsWith(`hb-${pid}-`)));
  }

  /** What they left outside of the run folder and, in it, of what is written there only for a time. */
  files(): string[] {
    const ofRun = readdirSync(this.#folder, { recursive: true, encoding: 'utf8' });
    return [
      ...readdirSync(this.#temporary).map((name) => join(this.#temporary, name)),
      ...ofRun.filter((path) => /(^|\/)ways$|manifest\.json\./.test(path)),
      ...this.#uploads(),
    ];
  }

  /** Folders of uploads of servers that do not run. */
  #uploads(): string[] {
    const uploads = join(this.#root, 'data/uploads');
    return (existsSync(uploads) ? readdirSync(uploads) : []).filter((name) => {
      const [, pid] = /-(\d+)$/.exec(name) ?? [];
      return pid !== undefined && processStat(Number(pid)) === null;
    });
  }

  #lines(): number {
    const path = join(this.#folder, RUN_FILES.cells);
    if (!existsSync(path)) return -1;
    return readFileSync(path, 'utf8').split('\n').length - 1;
  }

  #start(args: readonly string[]) {
    const program = join(this.#root, 'bench/runner/src/main.ts');
    const bench = spawn(process.execPath, [program, ...args], {
      cwd: this.#root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: this.#temporary },
    });
    if (bench.pid !== undefined) this.#pids.push(bench.pid);
    return bench;
  }
}

function proc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
