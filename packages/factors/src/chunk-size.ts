import { CHUNK_BYTES, MAX_WHOLE_BYTES, MIN_CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { formatSize, parseSize } from '@holbench/process/quantities';
import * as v from 'valibot';
import { withFiles } from './factor.ts';
import { factor } from './make-factor.ts';

const WHOLE = 'whole';
const LIMITS = { least: MIN_CHUNK_BYTES, most: MAX_WHOLE_BYTES };

/** Above 512 KiB a server takes larger messages than any other, and what a client may make it hold grows alike. */
export const chunkSize = factor(
  {
    key: 'chunkBytes',
    flag: 'chunk-size',
    help: 'size of the chunks in which files move, 1k to 96m; whole: a file is one message',
    scope: 'server',
    default: CHUNK_BYTES,
    appliesTo: withFiles,
    examples: [4096],
  },
  {
    argument: '<size>',
    schema: v.pipe(v.number(), v.integer(), v.minValue(LIMITS.least), v.maxValue(LIMITS.most)),
    parse: (text, of) => (text === WHOLE ? LIMITS.most : parseSize(text, of, LIMITS, WHOLE)),
    format: (value) => (value === LIMITS.most ? WHOLE : formatSize(Number(value))),
  },
);
