import { overWebSocket, withBulk, withSubscribers } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/** Two engines poll by default. Each answer has all events since the last, and the next request follows it at once. */
export const events = choiceFactor({
  key: 'eventDelivery',
  flag: 'events',
  help: 'how a page gets events over HTTP: a stream of server-sent events (sse), or a request that waits for the next ones (long-poll)',
  scope: 'page',
  names: ['sse', 'long-poll'],
  default: 'sse',
  appliesTo: (cell) =>
    !overWebSocket(cell) &&
    !cell.variant.capabilities.includes('no-events') &&
    (withSubscribers(cell) || withBulk(cell)),
  examples: ['long-poll'],
});
