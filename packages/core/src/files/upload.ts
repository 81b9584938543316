import { open, rm, type FileHandle } from 'node:fs/promises';
import type { FileDeclaration, FileInfo } from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import { chunkCount, chunkLength, UPLOAD_IDLE_MS } from '@holbench/protocol/wire-limits';
import type { UploadTerms } from '@holbench/protocol/bodies';
import { hasCode } from '@holbench/process/user-error';
import { ContentHash } from '@holbench/dataset/content-hash';
import { logError } from '../server/log.ts';

/** A chunk may come so slowly: 0.8 Mbit/s. */
const LEAST_BYTES_PER_MS = 100;

/** Upload terms without the encoding: an upload gets decoded bytes. */
export type UploadWindow = Omit<UploadTerms, 'encoding'>;

/** Writes all bytes: a disk that is almost full takes some of them, and says so only at the next write. */
async function writeWhole(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength;) {
    const left = bytes.byteLength - offset;
    const { bytesWritten } = await file.write(bytes, offset, left, position + offset);
    offset += bytesWritten;
  }
}

/** A file that is being uploaded. It exists until it is complete, broken, abandoned or idle too long. */
export class Upload {
  readonly path: string;
  readonly #declaration: FileDeclaration;
  readonly #window: UploadWindow;
  readonly #onEnd: (complete: boolean) => void;
  readonly #claimed: Uint8Array;
  readonly #written: Uint8Array;
  #file: FileHandle | null = null;
  #hash: ContentHash | null = null;
  #hashedChunks = 0;
  /** Hashing is in file order, one chunk after the other, whatever the order of arrival. */
  #hashing: Promise<void> = Promise.resolve();
  #writing = 0;
  #idle: NodeJS.Timeout | null = null;
  #ended = false;

  /** @param onEnd Called once, when no more chunks can be stored. */
  constructor(
    path: string,
    declaration: FileDeclaration,
    window: UploadWindow,
    onEnd: (complete: boolean) => void,
  ) {
    this.path = path;
    this.#declaration = declaration;
    this.#window = window;
    this.#onEnd = onEnd;
    const count = chunkCount(declaration.bytes, window.chunkBytes);
    this.#claimed = new Uint8Array(count);
    this.#written = new Uint8Array(count);
  }

  async open(): Promise<void> {
    try {
      this.#hash = await ContentHash.create();
      this.#file = await open(this.path, 'wx+');
    } catch (error) {
      await this.discard();
      throw error;
    }
    const idleMs = Math.max(UPLOAD_IDLE_MS, this.#window.chunkBytes / LEAST_BYTES_PER_MS);
    this.#idle = setTimeout(() => void this.discard(), idleMs).unref();
  }

  /** See `FileStreamManager.store`. */
  async store(index: number, bytes: Uint8Array<ArrayBuffer>): Promise<FileInfo | null> {
    const file = this.#file;
    if (!file || this.#ended) throw ended();
    this.#claim(index, bytes.byteLength);
    this.#idle?.refresh();
    this.#writing++;
    try {
      await writeWhole(file, bytes, index * this.#window.chunkBytes);
      this.#written[index] = 1;
      this.#hashing = this.#hashing.then(() => this.#hashFrom(file, index, bytes));
      await this.#hashing;
    } catch (error) {
      const refusal = this.#ended ? ended() : refusalOf(error);
      await this.discard();
      throw refusal;
    } finally {
      this.#writing--;
    }
    if (this.#hashedChunks === this.#written.length) return this.#ended ? null : this.#finish();
    if (this.#ended) throw ended();
    return null;
  }

  /** Removes the file. Chunks still being written end with `unknown_upload`. */
  async discard(): Promise<void> {
    if (!(await this.#end(false))) return;
    await rm(this.path, { force: true });
  }

  #claim(index: number, length: number): void {
    const count = this.#claimed.length;
    if (!Number.isInteger(index) || index < 0 || index >= count) {
      throw new LabError('chunk_index', `chunk index must be from 0 to ${count - 1}`);
    }
    const expected = this.#lengthOf(index);
    if (length !== expected) {
      throw new LabError(
        'chunk_length',
        `chunk ${index} must have ${expected} bytes, not ${length}`,
      );
    }
    if (this.#claimed[index]) {
      throw new LabError('chunk_repeated', `chunk ${index} was sent before`);
    }
    const { windowChunks } = this.#window;
    if (this.#writing >= windowChunks) {
      throw new LabError('too_many', `more than ${windowChunks} chunks await their answer`);
    }
    this.#claimed[index] = 1;
  }

  /** Hashes chunk `index` if it is the next in order, and then those that came before their turn. */
  async #hashFrom(file: FileHandle, index: number, bytes: Uint8Array): Promise<void> {
    if (index !== this.#hashedChunks) return;
    this.#hash?.update(bytes);
    this.#hashedChunks++;
    while (this.#written[this.#hashedChunks]) {
      const early = Buffer.allocUnsafe(this.#lengthOf(this.#hashedChunks));
      const position = this.#hashedChunks * this.#window.chunkBytes;
      await file.read(early, 0, early.byteLength, position);
      this.#hash?.update(early);
      this.#hashedChunks++;
    }
  }

  #lengthOf(index: number): number {
    return chunkLength(this.#declaration.bytes, index, this.#window.chunkBytes);
  }

  async #finish(): Promise<FileInfo> {
    const digest = this.#hash?.digest();
    if (digest?.sha256 !== this.#declaration.sha256) {
      await this.discard();
      throw new LabError('hash_mismatch', 'the SHA-256 of the file is not the declared one');
    }
    await this.#end(true);
    return { bytes: this.#declaration.bytes, ...digest };
  }

  /** @returns false when it had ended before. */
  async #end(complete: boolean): Promise<boolean> {
    if (this.#ended) return false;
    this.#ended = true;
    if (this.#idle) clearTimeout(this.#idle);
    this.#onEnd(complete);
    await this.#file?.close();
    return true;
  }
}

const ended = (): LabError => new LabError('unknown_upload', 'the upload has ended');

/** What kept a chunk from being written, for the client. A full disk is also logged, for the owner of the server. */
function refusalOf(error: unknown): unknown {
  if (!hasCode(error, 'ENOSPC', 'EDQUOT')) return error;
  logError(error);
  return new LabError('too_many', 'the disk of this server is full');
}
