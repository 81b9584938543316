import { createHash } from 'node:crypto';
import { sendChunks } from '@holbench/protocol/flow/send-chunks';
import type {
  CoValue,
  CoValueSummary,
  CoValueText,
  FileDeclaration,
  Mutation,
} from '@holbench/protocol/covalue';
import type { ErrorCode } from '@holbench/protocol/errors';
import { chunkLength } from '@holbench/protocol/wire-limits';
import type { UploadTerms, LoadedFile } from '@holbench/protocol/bodies';

/**
 * One user of a lab server with its own connections, without the page's transport. Unlike a page it
 * can stop reading, send invalid chunks, or leave in the middle of a transfer. Its promises reject
 * when the server refuses or the connection ends.
 */
export interface RawClient extends AsyncDisposable {
  list(): Promise<readonly CoValueSummary[]>;
  load(id: string): Promise<CoValue>;
  /** Creates a CoValue without a file. @returns its id. */
  create(text: CoValueText): Promise<string>;
  /** @returns the id of the event that subscribers get. */
  mutate(id: string, mutation: Mutation): Promise<number>;
  /** Downloads the file of a CoValue and describes how it crossed the wire. */
  download(id: string): Promise<RawDownload>;
  /** Begins `count` downloads of a file, then reads no further. */
  stallDownloads(id: string, count: number): Promise<void>;
  /** Subscribes to a CoValue, then reads no further. */
  stallEvents(id: string): Promise<void>;
  /**
   * Subscribes as a client that has seen `lastEventId`.
   * @returns the ids of the next `count` events, in the order of their arrival.
   */
  events(id: string, lastEventId: number, count: number): Promise<number[]>;
  /** Creates a CoValue whose file follows chunk by chunk. */
  upload(text: CoValueText, file: FileDeclaration): Promise<RawUpload>;
}

export interface RawDownload {
  readonly loaded: LoadedFile;
  /** Lengths in bytes of the chunks, in their order; a raw HTTP body has no chunks and is one. */
  readonly chunks: readonly number[];
  readonly isBase64: boolean;
}

export interface RawUpload {
  readonly id: string;
  readonly terms: UploadTerms;
  /**
   * Sends a chunk, valid or not, in the encoding that the server wants.
   * @returns the code of the refusal, or null when the chunk was stored.
   */
  store(index: number, chunk: Uint8Array<ArrayBuffer>): Promise<ErrorCode | null>;
  giveUp(): Promise<void>;
}

/** Declares a file of zeros. Servers and links neither compress nor compare. */
export function zeros(bytes: number): FileDeclaration {
  return { bytes, sha256: createHash('sha256').update(Buffer.alloc(bytes)).digest('hex') };
}

/**
 * Sends a complete file of `bytes` zeros, in the server's chunks and window.
 * @throws Error when a chunk is refused.
 */
export async function storeZeros(upload: RawUpload, bytes: number): Promise<void> {
  const { chunkBytes } = upload.terms;
  await sendChunks(bytes, upload.terms, async (index) => {
    const chunk = new Uint8Array(chunkLength(bytes, index, chunkBytes));
    const refusal = await upload.store(index, chunk);
    if (refusal !== null) throw new Error(`chunk ${index} was refused: ${refusal}`);
  });
}
