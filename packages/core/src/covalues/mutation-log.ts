import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CoValueText, FileInfo, Mutation } from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import { endProcess } from '../server/end-process.ts';

/** One line of the file: what was written, in the order in which it was applied. */
export type LogEntry =
  | {
      readonly type: 'create';
      readonly id: CoValueId;
      readonly text: CoValueText;
      readonly file: FileInfo | null;
    }
  | { readonly type: 'mutate'; readonly id: CoValueId; readonly mutation: Mutation };

/**
 * Factor `persistence`: every entry is one write, one after the other. There is deliberately no
 * group commit, which would make the cost of one mutation depend on how many others wait.
 */
export class MutationLog {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #syncs: boolean;
  #lastAppend: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(path: string, file: FileHandle, syncs: boolean) {
    this.#path = path;
    this.#file = file;
    this.#syncs = syncs;
  }

  /**
   * Ends the process when the file cannot be created.
   * @param folder must exist.
   */
  static async open(folder: string, persistence: 'append' | 'fsync'): Promise<MutationLog> {
    const path = join(folder, 'mutations.log');
    const file = await open(path, 'ax').catch((error: unknown) =>
      endProcess(`cannot create ${path}`, error),
    );
    return new MutationLog(path, file, persistence === 'fsync');
  }

  /**
   * Resolves, in the order of the calls, when the entry is in the file; ends the process when it
   * cannot be written.
   * @throws LabError `internal` when the server is stopping.
   */
  async append(entry: LogEntry): Promise<void> {
    if (this.#closed) throw new LabError('internal', 'the server is stopping');
    const line = `${JSON.stringify(entry)}\n`;
    this.#lastAppend = this.#lastAppend.then(() => this.#write(line));
    return this.#lastAppend;
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#lastAppend;
    await this.#file.close();
  }

  async #write(line: string): Promise<void> {
    try {
      await this.#file.appendFile(line);
      if (this.#syncs) await this.#file.datasync();
    } catch (error) {
      endProcess(`cannot append to ${this.#path}`, error);
    }
  }
}
