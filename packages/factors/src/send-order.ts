import { overWebSocket, withBulk } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/**
 * What is handed to a WebSocket's library is sent in that order. `default`: a server hands over a chunk when the library has
 * sent the last one of its file, and a page all that the upload window allows.
 */
export const sendOrder = choiceFactor({
  key: 'sendOrder',
  flag: 'send-order',
  help: 'how chunks of files are handed to a WebSocket: as now (default), 4 MiB of a download at once, and again when they are written (in-order), or one after the other in a queue of their own, so that messages overtake them (messages-first)',
  scope: 'server',
  names: ['default', 'in-order', 'messages-first'],
  default: 'default',
  appliesTo: (cell) => overWebSocket(cell) && withBulk(cell),
  examples: ['in-order', 'messages-first'],
});
