import { statfs } from 'node:fs/promises';
import type { CoValueId } from '@holbench/protocol/id';
import { LabError } from '@holbench/protocol/errors';
import { MAX_OPEN_UPLOADS } from '@holbench/protocol/wire-limits';
import type { ClientLimits } from '../server/client-limits.ts';

/** An open upload that got nothing for so long gives way to another one, in ms. A living one gets chunks all the time. */
export const STALE_MS = 5_000;

/** Whose upload it is: anything that is the same for all requests of one connection. */
export type Uploader = object | string;

interface Open {
  readonly uploader: Uploader;
  readonly bytes: number;
  readonly discard: () => Promise<void>;
  lastChunkAtMs: number;
}

/**
 * Room for uploads: slots, bytes and disk. Where it is used up, stale uploads and then the oldest complete files make
 * room; an upload whose client sends, and one that has just begun, never does.
 */
export class UploadRoom {
  readonly #folder: string;
  readonly #limits: ClientLimits;
  readonly #removeFile: (id: CoValueId) => Promise<void>;
  /** The one that waits longest first. */
  readonly #open = new Map<CoValueId, Open>();
  /** Bytes of complete files, the oldest first. */
  readonly #files = new Map<CoValueId, number>();
  /** Of both. */
  #bytes = 0;

  /**
   * @param folder of the uploads.
   * @param removeFile removes a complete file, and its CoValue.
   */
  constructor(folder: string, limits: ClientLimits, removeFile: (id: CoValueId) => Promise<void>) {
    this.#folder = folder;
    this.#limits = limits;
    this.#removeFile = removeFile;
  }

  /**
   * Takes room for an upload.
   * @param discard ends the upload, should it become stale and in the way.
   * @throws LabError `too_many`, where nothing can make room.
   */
  async take(
    id: CoValueId,
    bytes: number,
    uploader: Uploader,
    discard: () => Promise<void>,
  ): Promise<void> {
    const own = [...this.#open.values()].filter((open) => open.uploader === uploader).length;
    if (own >= this.#limits.uploads) {
      throw new LabError('too_many', `over ${this.#limits.uploads} uploads of one connection`);
    }
    // Taken before the first await, so that two cannot take the same room.
    this.#open.set(id, { uploader, bytes, discard, lastChunkAtMs: performance.now() });
    this.#bytes += bytes;
    try {
      while (this.#open.size > MAX_OPEN_UPLOADS) {
        await this.#makeRoom(id, `more than ${MAX_OPEN_UPLOADS} uploads are open`);
      }
      while (this.#bytes > this.#limits.uploadedBytes) {
        const rule = `this server keeps ${this.#limits.uploadedBytes} bytes of uploads`;
        await this.#makeRoom(id, rule);
      }
      while ((await this.#freeBytes()) < this.#limits.freeDiskBytes) {
        await this.#makeRoom(id, 'the disk of this server has no room for the file');
      }
    } catch (error) {
      this.leave(id);
      throw error;
    }
  }

  /** A chunk of an upload has come. */
  touch(id: CoValueId): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    this.#open.set(id, open);
    open.lastChunkAtMs = performance.now();
  }

  /** An upload has become a file. */
  complete(id: CoValueId): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    this.#files.set(id, open.bytes);
  }

  /** An upload has ended otherwise, or a file is removed. */
  leave(id: CoValueId): void {
    this.#bytes -= this.#open.get(id)?.bytes ?? this.#files.get(id) ?? 0;
    this.#open.delete(id);
    this.#files.delete(id);
  }

  /** @throws LabError `too_many` with the rule. */
  async #makeRoom(forId: CoValueId, rule: string): Promise<void> {
    const [stalest] = this.#open;
    const isStale =
      stalest !== undefined &&
      stalest[0] !== forId &&
      performance.now() - stalest[1].lastChunkAtMs >= STALE_MS;
    const [oldest] = this.#files.keys();
    if (isStale) {
      this.leave(stalest[0]);
      await stalest[1].discard();
    } else if (oldest !== undefined && this.#open.size <= MAX_OPEN_UPLOADS) {
      this.leave(oldest);
      await this.#removeFile(oldest);
    } else {
      throw new LabError('too_many', rule);
    }
  }

  /** Of the disk, when all open uploads have come. What they have written already counts twice. */
  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    let awaited = 0;
    for (const { bytes } of this.#open.values()) awaited += bytes;
    return bavail * bsize - awaited;
  }
}
