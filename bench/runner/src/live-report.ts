import { relative } from 'node:path';
import { shellWord } from '@holbench/process/shell-word';
import { hasCode, messageOf } from '@holbench/process/user-error';
import { DISK_CODES } from './resume.ts';

/** Longest time of a report between two rounds, in milliseconds, for it to be written after each of them. */
const SHORT_MS = 3_000;
/** A report that takes longer is written when this many times that have passed. */
const PAUSES = 20;

/** What a report says: at the end of a run, and while it goes on. */
interface Said {
  readonly lines: readonly string[];
  /** Its first table, as a terminal shows it. */
  readonly table: readonly string[];
  readonly isWritten: boolean;
}

/**
 * The report of a run that goes on, in its folder: written after a round, when nothing is measured, and when the run
 * ends. It is that of `pnpm report`, from the same lines. What fails, such as a full disk, is said and ends nothing.
 */
export class LiveReport {
  readonly #folder: string;
  readonly #written: (() => Promise<void>) | undefined;
  #tookMs = 0;
  #endedMs = -Infinity;
  #writing: Promise<Said> = Promise.resolve({
    lines: [],
    table: [],
    isWritten: false,
  });

  /** @param written is called when there is a new one. */
  constructor(folder: string, written?: () => Promise<void>) {
    this.#folder = folder;
    this.#written = written;
  }

  /** @returns its first table; nothing where the last one is too young for its size. */
  async afterRound(): Promise<readonly string[]> {
    if (!this.#isShort && performance.now() - this.#endedMs < PAUSES * this.#tookMs) return [];
    return (await this.write()).table;
  }

  /** The same for a process that is ended, and has little time: a report that takes long stays as it is. */
  async beforeExit(): Promise<readonly string[]> {
    return this.#isShort ? (await this.write()).lines : [];
  }

  get #isShort(): boolean {
    return this.#tookMs <= SHORT_MS;
  }

  /**
   * A signal may come while one is written, since when more cells have ended.
   * @returns what the report says, with its path; or why it was not written.
   */
  write(): Promise<Said> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<Said> {
    const begunMs = performance.now();
    try {
      // Only a run needs them, and they take a while to load.
      const { reportRuns } = await import('@holbench/reports/report-run');
      const { terminalSummary } = await import('@holbench/reports/report-summary');
      const { saidLines } = await import('@holbench/reports/answer/answer-blocks');
      const { index, summary } = await reportRuns({ folders: [this.#folder] });
      const [first] = summary.answers;
      const hidden = await this.#show();
      return {
        lines: [...terminalSummary(summary), '', `report: ${relative('', index)}`, ...hidden],
        table: [...(first === undefined ? [] : saidLines(first)), ...hidden],
        isWritten: true,
      };
    } catch (error) {
      const remedy = hasCode(error, ...DISK_CODES)
        ? `; make room, then: pnpm report ${shellWord(relative('', this.#folder))}`
        : '';
      const why = [`no report: ${messageOf(error)}${remedy}`];
      return { lines: why, table: why, isWritten: false };
    } finally {
      this.#endedMs = performance.now();
      this.#tookMs = this.#endedMs - begunMs;
    }
  }

  /** @returns why nobody sees it, where that is so. */
  async #show(): Promise<readonly string[]> {
    try {
      await this.#written?.();
      return [];
    } catch (error) {
      return [`its window has an older report: ${messageOf(error)}`];
    }
  }
}
