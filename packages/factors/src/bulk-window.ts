import { overWebSocket, withFiles } from './factor.ts';
import { optionalBytesFactor } from './make-factor.ts';

/** Acknowledged by the receiver: docs/decisions/0007. A chunk longer than the window travels alone. */
export const bulkWindow = optionalBytesFactor({
  key: 'bulkWindowBytes',
  flag: 'bulk-window',
  help: 'maximum in-flight file bytes on a WebSocket',
  scope: 'server',
  least: 1024,
  most: 64 * 1024 ** 2,
  unset: { word: 'none', means: 'no limit' },
  appliesTo: (cell) => overWebSocket(cell) && withFiles(cell),
  examples: [65_536],
  examplesNeed: { chunkBytes: 16_384 },
});
