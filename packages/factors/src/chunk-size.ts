import { CHUNK_BYTES, MAX_CHUNK_BYTES, MIN_CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { withFiles } from './factor.ts';
import { bytesFactor } from './make-factor.ts';

export const chunkSize = bytesFactor({
  key: 'chunkBytes',
  flag: 'chunk-size',
  help: 'size of the chunks in which files move, 1k to 512k',
  scope: 'server',
  least: MIN_CHUNK_BYTES,
  most: MAX_CHUNK_BYTES,
  default: CHUNK_BYTES,
  appliesTo: withFiles,
  examples: [4096],
});
