import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileDeclaration, FileInfo } from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import { MAX_OPEN_UPLOADS } from '@holbench/protocol/limits';
import type { ServerFactors } from '../server/factors.ts';
import { readChunks, type Chunk } from './read-chunks.ts';
import { readWholeFile } from './read-whole-file.ts';
import { Upload } from './upload.ts';

/** Room on the disk for uploads, in bytes: the 210 × 50 MiB of a full 2c cell, and as much again. */
export const MAX_UPLOADED_BYTES = 20 * 1024 ** 3;

/** Length of every chunk but the last, and how downloads read. */
type FileFactors = Pick<ServerFactors, 'chunkBytes' | 'fileRead'>;

interface StoredFile {
  readonly path: string;
  readonly info: FileInfo;
}

/**
 * Moves the bytes of every file, in every variant and both directions. By default
 * memory is O(chunk) per transfer however slow the peer: downloads are pulled, and uploads are
 * written at their offset.
 * Paths are made here, never from client input.
 */
export class FileStreamManager {
  readonly #files = new Map<CoValueId, StoredFile>();
  readonly #uploads = new Map<CoValueId, Upload>();
  readonly #uploadFolder: string;
  readonly #factors: FileFactors;
  #uploadsBegun = 0;
  /** Declared bytes of all uploaded files and open uploads. */
  #uploadedBytes = 0;

  private constructor(uploadFolder: string, factors: FileFactors) {
    this.#uploadFolder = uploadFolder;
    this.#factors = factors;
  }

  /**
   * @param uploadFolder Created by this process, removed by `close()`. The files here
   * have names of digits alone; the server's logs, which lie beside them, have others.
   * @throws Error when it is there already: what is in it would be removed.
   */
  static async open(uploadFolder: string, factors: FileFactors): Promise<FileStreamManager> {
    await mkdir(dirname(uploadFolder), { recursive: true });
    await mkdir(uploadFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new Error(`--uploads: ${uploadFolder} is there already; name a new folder`);
    });
    return new FileStreamManager(uploadFolder, factors);
  }

  /** Registers a file that lies on disk already. */
  add(id: CoValueId, path: string, info: FileInfo): void {
    this.#files.set(id, { path, info });
  }

  /** @throws LabError `no_file` when the CoValue has none. */
  info(id: CoValueId): FileInfo {
    return this.#stored(id).info;
  }

  /**
   * The file's chunks in order. By default they are read as they are asked for, one ahead.
   * @param headroomBytes Room left free before each chunk, for a frame's header.
   * @throws LabError `no_file`.
   */
  read(id: CoValueId, headroomBytes: number): AsyncIterable<Chunk> {
    const { path, info } = this.#stored(id);
    const { chunkBytes, fileRead } = this.#factors;
    const read = fileRead === 'stream' ? readChunks : readWholeFile;
    return read(path, info.bytes, chunkBytes, headroomBytes);
  }

  /**
   * Opens an upload.
   * @param windowChunks Number of chunks that may be written at once.
   * @param onEnd Called once: when it is complete, broken, abandoned or idle too long.
   * @throws LabError `too_many`.
   */
  async begin(
    id: CoValueId,
    declaration: FileDeclaration,
    windowChunks: number,
    onEnd: (complete: boolean) => void,
  ): Promise<void> {
    if (this.#uploads.size >= MAX_OPEN_UPLOADS) {
      throw new LabError('too_many', `more than ${MAX_OPEN_UPLOADS} uploads are open`);
    }
    if (this.#uploadedBytes + declaration.bytes > MAX_UPLOADED_BYTES) {
      throw new LabError('too_many', `this server keeps ${MAX_UPLOADED_BYTES} bytes of uploads`);
    }
    this.#uploadedBytes += declaration.bytes;
    const path = join(this.#uploadFolder, String(this.#uploadsBegun++));
    const window = { windowChunks, chunkBytes: this.#factors.chunkBytes };
    const upload = new Upload(path, declaration, window, (complete) => {
      this.#uploads.delete(id);
      if (!complete) this.#uploadedBytes -= declaration.bytes;
      onEnd(complete);
    });
    this.#uploads.set(id, upload);
    await upload.open();
  }

  /**
   * Stores a chunk of an open upload.
   * @returns the file when this chunk completes it with the right hash, else null.
   * @throws LabError `unknown_upload`, `chunk_index`, `chunk_length`, `chunk_repeated`, `too_many`,
   * or `hash_mismatch`, which ends the upload.
   */
  async store(
    id: CoValueId,
    index: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<FileInfo | null> {
    const upload = this.#uploads.get(id);
    if (!upload) throw new LabError('unknown_upload', 'no upload is open under this id');
    const info = await upload.store(index, bytes);
    if (info) this.add(id, upload.path, info);
    return info;
  }

  /** Ends an open upload and removes what it wrote; nothing happens when there is none. */
  async abandon(id: CoValueId): Promise<void> {
    await this.#uploads.get(id)?.discard();
  }

  /** Ends all uploads and removes everything that was ever uploaded. */
  async close(): Promise<void> {
    await Promise.all([...this.#uploads.values()].map((upload) => upload.discard()));
    await rm(this.#uploadFolder, { recursive: true, force: true });
  }

  #stored(id: CoValueId): StoredFile {
    const file = this.#files.get(id);
    if (!file) throw new LabError('no_file', 'this CoValue has no file');
    return file;
  }
}
