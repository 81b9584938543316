import { CHUNK_BYTES, chunkCount, chunkLength } from '@holbench/protocol/wire-limits';
import { createSHA256 } from 'hash-wasm';
import type { FileSource } from '../port/client-transport.ts';
import { writeRandomWords } from './random-words.ts';

/** The content is made in blocks, so that it is the same however it is cut into chunks. */
const BLOCK_BYTES = 1024;
const BLOCK_WORDS = BLOCK_BYTES / Uint32Array.BYTES_PER_ELEMENT;

/** SHA-256 by seed and size: the files of a batch share their content. */
const hashes = new Map<string, string>();

/**
 * A file of `bytes` random, incompressible bytes, made chunk by chunk and never complete in memory.
 * Its SHA-256 is ready when the promise resolves, so computing it is not timed.
 */
export async function randomFile(seed: number, bytes: number): Promise<FileSource> {
  const key = `${seed}/${bytes}`;
  const sha256 = hashes.get(key) ?? (await sha256Of(seed, bytes));
  hashes.set(key, sha256);
  return {
    declaration: { bytes, sha256 },
    chunk: (index, chunkBytes) => randomChunk(seed, bytes, index, chunkBytes),
  };
}

function randomChunk(
  seed: number,
  bytes: number,
  index: number,
  chunkBytes: number,
): Uint8Array<ArrayBuffer> {
  const begin = index * chunkBytes;
  const length = chunkLength(bytes, index, chunkBytes);
  const firstBlock = Math.floor(begin / BLOCK_BYTES);
  const blocks = Math.ceil((begin + length) / BLOCK_BYTES) - firstBlock;
  const words = new Uint32Array(blocks * BLOCK_WORDS);
  for (let block = 0; block < blocks; block++) {
    const own = words.subarray(block * BLOCK_WORDS, (block + 1) * BLOCK_WORDS);
    writeRandomWords(own, seed, firstBlock + block);
  }
  return new Uint8Array(words.buffer, begin - firstBlock * BLOCK_BYTES, length);
}

async function sha256Of(seed: number, bytes: number): Promise<string> {
  const hasher = await createSHA256();
  hasher.init();
  for (let index = 0; index < chunkCount(bytes, CHUNK_BYTES); index++) {
    hasher.update(randomChunk(seed, bytes, index, CHUNK_BYTES));
  }
  return hasher.digest('hex');
}
