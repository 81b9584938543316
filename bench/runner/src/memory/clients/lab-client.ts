import type { CoValueText } from '@holbench/protocol/covalue';

/**
 * Users as a server sees them, each with connections of its own, without a browser's cost: they
 * can do the two things that fill a server's memory.
 */
export interface LabClient {
  /** Asks for the file of CoValue `id` and, once it has begun to come, reads no further. */
  stall(id: string): Promise<void>;
  /** Uploads a file as fast as the server takes it, in the page's window. */
  upload(file: UploadFile): Promise<void>;
  /** Ends every connection. */
  close(): void;
}

export interface UploadFile {
  readonly bytes: number;
  readonly sha256: string;
  /** Chunks are of the default size. */
  readonly chunk: (index: number) => Uint8Array<ArrayBuffer>;
}

export const UPLOAD_TEXT: CoValueText = {
  author: 'bench:memory',
  title: 'an upload',
  summary: 'one of many at once',
  preview: '',
};
