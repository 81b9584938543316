import { chunkCount, chunkLength, CHUNK_BYTES } from '@holbench/protocol/limits';
import { createSHA256 } from 'hash-wasm';
import type { FileSource } from '../transport/client-transport.ts';
import { writeRandomWords } from './random-words.ts';

/** SHA-256 by seed and size: the files of a batch share their content. */
const hashes = new Map<string, string>();

/**
 * A file of `bytes` random, therefore incompressible, bytes, made chunk by chunk and never held
 * whole. Its SHA-256 is ready when the promise resolves, so that no clock sees it computed.
 */
export async function randomFile(seed: number, bytes: number): Promise<FileSource> {
  const key = `${seed}/${bytes}`;
  const sha256 = hashes.get(key) ?? (await sha256Of(seed, bytes));
  hashes.set(key, sha256);
  return { declaration: { bytes, sha256 }, chunk: (index) => randomChunk(seed, bytes, index) };
}

function randomChunk(seed: number, bytes: number, index: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(CHUNK_BYTES / Uint32Array.BYTES_PER_ELEMENT);
  writeRandomWords(words, seed, index);
  return new Uint8Array(words.buffer, 0, chunkLength(bytes, index));
}

async function sha256Of(seed: number, bytes: number): Promise<string> {
  const hasher = await createSHA256();
  hasher.init();
  for (let index = 0; index < chunkCount(bytes); index++) {
    hasher.update(randomChunk(seed, bytes, index));
  }
  return hasher.digest('hex');
}
