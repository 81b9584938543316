import { once, type EventEmitter } from 'node:events';

/** Resolves on the stream's next `drain` event, or when the connection has closed. */
export async function nextDrain(stream: EventEmitter, closed: AbortSignal): Promise<void> {
  // An abort is the only way it rejects: the connection has closed, and nobody waits.
  await once(stream, 'drain', { signal: closed }).catch(() => {});
}
