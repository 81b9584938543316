import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { withFiles } from './factor.ts';
import { optionalBytesFactor } from './make-factor.ts';

/** Pings and pongs may go between the fragments of a message (RFC 6455, section 5.4); other messages may not. */
export const fragment = optionalBytesFactor({
  key: 'fragmentBytes',
  flag: 'fragment',
  help: 'size of the fragments in which the server sends a chunk of a file on a WebSocket',
  scope: 'server',
  least: 1024,
  most: 1024 * 1024,
  unset: { word: 'none', means: 'none: one frame' },
  // The types of uWebSockets.js know no fragments.
  appliesTo: (cell) => {
    const { server } = cell.variant;
    return server?.folder === 'node' && server.entry === 'ws' && withFiles(cell);
  },
  examples: [16 * 1024],
  examplesNeed: { chunkBytes: CHUNK_BYTES },
});
