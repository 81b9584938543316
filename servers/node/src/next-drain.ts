import { once, type EventEmitter } from 'node:events';

/** Resolves on the stream's next `drain` event, or when its peer has `gone`. */
export async function nextDrain(stream: EventEmitter, gone: AbortSignal): Promise<void> {
  // An abort is the only way it rejects: the peer has gone, which is an answer too.
  await once(stream, 'drain', { signal: gone }).catch(() => {});
}
