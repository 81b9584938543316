import { withFiles } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/** `whole` is what naive servers do: `readFile` for each download, neither shared nor cached. */
export const fileRead = choiceFactor({
  key: 'fileRead',
  flag: 'file-read',
  help: 'how a download reads its file: stream, chunk by chunk, or whole, before its first chunk',
  scope: 'server',
  names: ['stream', 'whole'],
  default: 'stream',
  appliesTo: withFiles,
  examples: ['whole'],
});
