import { LabError } from '@holbench/protocol/errors';
import { chunkCount, chunkLength } from '@holbench/protocol/wire-limits';
import type { Chunk } from './read-chunks.ts';

/** A chunk's bytes in base64. */
export function toBase64(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** @throws LabError `invalid_message` for invalid base64, which Node.js itself would skip. */
export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(data, 'base64');
  if (data.length % 4 === 0 && bytes.byteLength === Buffer.byteLength(data, 'base64')) return bytes;
  throw new LabError('invalid_message', 'data: not base64');
}

/** A chunk as a line of a download's body: newline-delimited JSON. */
export function chunkLine({ index, bytes }: Pick<Chunk, 'index' | 'bytes'>): string {
  return `${JSON.stringify({ index, data: toBase64(bytes) })}\n`;
}

/** Length of all lines of a file, in bytes. */
export function chunkLinesBytes(fileBytes: number, chunkBytes: number): number {
  const emptyLine = `${JSON.stringify({ index: 0, data: '' })}\n`.length - 1;
  let bytes = 0;
  for (let index = 0; index < chunkCount(fileBytes, chunkBytes); index++) {
    // Padded.
    const base64 = 4 * Math.ceil(chunkLength(fileBytes, index, chunkBytes) / 3);
    bytes += emptyLine + String(index).length + base64;
  }
  return bytes;
}
