import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LOOPBACK } from '@holbench/netem/profiles';
import { isEnding } from '@holbench/process/cleanup';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { shellWord } from '@holbench/process/shell-word';
import { messageOf } from '@holbench/process/user-error';
import { checkSchema } from '@holbench/results/check-schema';
import { defaultRunFolder, runId } from '@holbench/runner/run-id';
import { WATCHED, WatchedLine } from '@holbench/scenarios/port/told';
import { variant as variantOf } from '@holbench/variants/registry';
import { replayFiles } from '../demo-files.ts';
import {
  type Choice,
  type DemoIndex,
  INDEX_PATH,
  WATCHED_PATH,
  type Watched,
} from '../race/race.ts';
import { END_MS, WatchedRace } from './watched-race.ts';

const BENCH = join(PROJECT_ROOT, 'bench/runner/src/main.ts');
/** Fresh connections of each lane, one after the other. */
const CONNECTIONS = 2;
/** Between two looks at what the bench has written, in ms. */
const LOOK_MS = 200;
/** For the bench to end its servers, browsers and networks, in ms. */
const GRACE_MS = 30_000;

/** What a run is of, beside its choice. */
export interface RunOf {
  readonly variants: readonly string[];
  /** What may be chosen next. */
  readonly networks: readonly string[];
  /** More options of the bench, such as `--loss 1%`. */
  readonly options: readonly string[];
  /** In words, for the page. */
  readonly link: string;
  readonly logFolder: string;
  /** What is shown again where this one has nothing to play. */
  readonly before: Replay | null;
}

type Replay = Pick<ReadonlyMap<string, string | Uint8Array>, 'get'>;

/** A bench that runs for the page, which reads what it writes: first while cells run, then as any run. */
export class WatchedRun implements AsyncDisposable {
  readonly choice: Choice;
  readonly folder: string;
  /** Resolves when the bench has ended, and its run can be played if anything was measured. */
  readonly ended: Promise<void>;
  readonly #of: RunOf;
  readonly #bench: ManagedProcess;
  readonly #race: WatchedRace;
  /** Of the ended run; null: it goes on, or has nothing to play. */
  #replay: Replay | null = null;
  #state: 'runs' | 'ends' | 'over' = 'runs';
  #said: string;
  /** What is wrong with a line of the run. */
  #damage: string | null = null;

  private constructor(choice: Choice, of: RunOf, folder: string, bench: ManagedProcess) {
    this.choice = choice;
    this.folder = folder;
    this.#of = of;
    this.#bench = bench;
    const { network, direction } = choice;
    this.#said =
      network === LOOPBACK
        ? 'servers and browsers start'
        : `the network ${network} is made; servers and browsers start`;
    this.#race = new WatchedRace(
      { id: basename(folder), network, link: of.link, direction },
      of.variants.map(variantOf),
    );
    this.ended = this.#watch();
  }

  /** Starts the bench, and does not wait for it. */
  static async start(choice: Choice, of: RunOf): Promise<WatchedRun> {
    const folder = defaultRunFolder(PROJECT_ROOT, runId('demo'));
    await mkdir(of.logFolder, { recursive: true });
    const chosen = [
      ['--preset', 'quick'],
      ['--scenarios', choice.direction],
      ['--networks', choice.network],
      ['--variants', of.variants.join(',')],
      ['--connections', String(CONNECTIONS)],
      ['--out', folder],
    ].flat();
    const bench = await ManagedProcess.start({
      name: 'bench',
      command: process.execPath,
      args: [BENCH, ...chosen, '--watch', ...of.options],
      logPath: join(of.logFolder, 'bench.log'),
      cwd: PROJECT_ROOT,
      graceMs: GRACE_MS,
    });
    return new WatchedRun(choice, of, folder, bench);
  }

  /** Null while it goes on, and where it has nothing to play. */
  get replay(): Replay | null {
    return this.#replay;
  }

  /** Of this run, or of the last one before it that has something to play. */
  get lastReplay(): Replay | null {
    return this.#replay ?? this.#of.before;
  }

  /** How it goes, in words. */
  get said(): string {
    if (this.#state === 'ends') return 'the bench ends its servers and its network';
    return this.#damage ?? this.#said;
  }

  /** The file of this name that the page asks for; undefined: it is no file of the run. */
  get(name: string): string | Uint8Array | undefined {
    if (name === WATCHED_PATH) return JSON.stringify(this.#moment());
    const shown = this.#state === 'over' ? this.lastReplay : this.#replay;
    if (name !== INDEX_PATH) return shown?.get(name);
    const choices = { ...this.choice, networks: [...this.#of.networks] };
    const played = this.#state === 'ends' ? undefined : shown?.get(INDEX_PATH);
    const index: DemoIndex = played === undefined ? this.#unplayed() : JSON.parse(String(played));
    // The race before it stays on the page.
    const refused = shown === this.#replay ? null : this.said;
    const run = refused === null ? relative(PROJECT_ROOT, this.folder) : index.run;
    return JSON.stringify({ ...index, run, refused, choices });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'ends';
    await this.#bench.stop();
    await this.ended;
  }

  #moment(): Watched {
    return {
      said: this.said,
      goesOn: this.#state !== 'over',
      race: this.#race.race,
      lanesAtMs: this.#race.lanesAtMs(Date.now()),
      endMs: END_MS,
    };
  }

  #unplayed(): DemoIndex {
    const run = relative(PROJECT_ROOT, this.folder);
    return {
      run,
      about: this.said,
      races: [],
      places: [],
      refused: null,
      choices: null,
    };
  }

  async #watch(): Promise<void> {
    try {
      await this.#follow();
    } catch (error) {
      this.#damage = `the run cannot be read: ${messageOf(error)}`;
    }
    // Where the demo ends, the page goes on to ask until nobody answers.
    if (this.#state === 'ends' || isEnding()) return;
    await this.#play();
    if (this.#state === 'runs') this.#state = 'over';
  }

  /** Until the bench has ended. */
  async #follow(): Promise<void> {
    let isOver = false;
    const over = this.#bench.ended.then(() => (isOver = true));
    let read = 0;
    for (;;) {
      const isLast = isOver;
      read = await this.#note(read);
      if (isLast) return;
      await Promise.race([over, delay(LOOK_MS)]);
    }
  }

  /** Takes the lines into account that were written since. @returns bytes that have been read. */
  async #note(from: number): Promise<number> {
    const path = join(this.folder, WATCHED);
    if (!existsSync(path)) return from;
    await using file = await open(path);
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const end = buffer.lastIndexOf(0x0a) + 1;
    const lines = buffer.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    for (const line of lines) this.#noteLine(line);
    return from + end;
  }

  #noteLine(text: string): void {
    try {
      const line = checkSchema(WatchedLine, JSON.parse(text));
      this.#race.note(line);
      this.#said =
        line.what.is === 'starts'
          ? 'servers and browsers start'
          : 'small messages alone, then beside a transfer; some lanes wait for their turn';
    } catch (error) {
      this.#damage = `a line of the run cannot be read: ${messageOf(error)}`;
    }
  }

  async #play(): Promise<void> {
    try {
      this.#replay = await replayFiles(this.folder);
      this.#damage = null;
      this.#said = `the run is over: pnpm report ${shellWord(relative(PROJECT_ROOT, this.folder))}`;
    } catch (error) {
      console.error(messageOf(error));
      this.#said = `nothing to play: ${this.#bench.log.errorLine()}`;
    }
  }
}
