import { UPLOAD_WINDOW_BYTES } from '@holbench/protocol/wire-limits';
import { withUploads } from './factor.ts';
import { bytesFactor } from './make-factor.ts';

/** A chunk longer than the window travels alone. */
export const uploadWindow = bytesFactor({
  key: 'uploadWindowBytes',
  flag: 'upload-window',
  help: 'maximum unacknowledged bytes of one upload, 1k to 16m',
  scope: 'server',
  least: 1024,
  // An upload takes as much memory of the server.
  most: 16 * 1024 * 1024,
  default: UPLOAD_WINDOW_BYTES,
  appliesTo: withUploads,
  examples: [1_048_576],
});
