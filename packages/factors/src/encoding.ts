import { ChunkForm } from '@holbench/protocol/chunk-form';
import { MAX_CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { withFiles } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

export const encoding = choiceFactor({
  key: 'encoding',
  flag: 'encoding',
  help: 'form of the chunks: raw, or base64-json as in the published microbenchmark',
  scope: 'server',
  names: ChunkForm.entries.encoding.options,
  default: 'raw',
  appliesTo: withFiles,
  examples: ['base64-json'],
  examplesNeed: { chunkBytes: MAX_CHUNK_BYTES },
});
