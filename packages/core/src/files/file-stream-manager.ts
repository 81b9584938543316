import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileDeclaration, FileInfo } from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import type { ServerFactors } from '../server/factors.ts';
import { DEFAULT_LIMITS, type ClientLimits } from '../server/client-limits.ts';
import { readChunks, type Chunk } from './read-chunks.ts';
import { readWholeFile } from './read-whole-file.ts';
import { type Uploader, UploadRoom } from './upload-room.ts';
import { Upload } from './upload.ts';

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
  /** Of `#files`, those that clients brought. */
  readonly #uploaded = new Set<CoValueId>();
  readonly #uploads = new Map<CoValueId, Upload>();
  readonly #uploadFolder: string;
  readonly #factors: FileFactors;
  readonly #room: UploadRoom;
  #uploadsBegun = 0;

  private constructor(
    uploadFolder: string,
    factors: FileFactors,
    limits: ClientLimits,
    onRemoved: (id: CoValueId) => void,
  ) {
    this.#uploadFolder = uploadFolder;
    this.#factors = factors;
    this.#room = new UploadRoom(uploadFolder, limits, async (id) => {
      await this.remove(id);
      onRemoved(id);
    });
  }

  /**
   * @param uploadFolder Created by this process, removed by `close()`. The files here
   * have names of digits alone; the server's logs, which lie beside them, have others.
   * @param onRemoved is told of each file that made room for another.
   * @throws Error when it is there already: what is in it would be removed.
   */
  static async open(
    uploadFolder: string,
    factors: FileFactors,
    limits: ClientLimits = DEFAULT_LIMITS,
    onRemoved: (id: CoValueId) => void = () => {},
  ): Promise<FileStreamManager> {
    await mkdir(dirname(uploadFolder), { recursive: true });
    await mkdir(uploadFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new Error(`--uploads: ${uploadFolder} is there already; name a new folder`);
    });
    return new FileStreamManager(uploadFolder, factors, limits, onRemoved);
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
   * @param uploader whose uploads have a limit.
   * @param onEnd Called once: when it is complete, broken, abandoned or idle too long.
   * @throws LabError `too_many`.
   */
  async begin(
    id: CoValueId,
    declaration: FileDeclaration,
    windowChunks: number,
    uploader: Uploader,
    onEnd: (complete: boolean) => void,
  ): Promise<void> {
    await this.#room.take(id, declaration.bytes, uploader, () => this.abandon(id));
    const path = join(this.#uploadFolder, String(this.#uploadsBegun++));
    const window = { windowChunks, chunkBytes: this.#factors.chunkBytes };
    const upload = new Upload(path, declaration, window, (complete) => {
      this.#uploads.delete(id);
      if (!complete) this.#room.leave(id);
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
    this.#room.touch(id);
    const info = await upload.store(index, bytes);
    if (info) {
      this.add(id, upload.path, info);
      this.#uploaded.add(id);
      // From now on it can make room for others, and is found when it must.
      this.#room.complete(id);
    }
    return info;
  }

  /** Ends an open upload and removes what it wrote; nothing happens when there is none. */
  async abandon(id: CoValueId): Promise<void> {
    await this.#uploads.get(id)?.discard();
  }

  /** Removes a file that was uploaded. Downloads that have begun go on. */
  async remove(id: CoValueId): Promise<void> {
    const file = this.#files.get(id);
    // Files of the data set take no room here.
    if (!file || !this.#uploaded.delete(id)) return;
    this.#files.delete(id);
    this.#room.leave(id);
    await rm(file.path, { force: true });
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
