import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MAX_DISCARDED_BYTES } from '@holbench/core/http/body-buffer';

type Body = Readable & Pick<IncomingMessage, 'headers'>;

/**
 * Ends a request over HTTP/2 whose body is not complete in time. Over HTTP/1.1 Node does it (`requestTimeout`).
 * @param end resets its stream.
 */
export function limitBodyTime(body: Readable, ms: number, end: () => void): void {
  const timer = setTimeout(end, ms);
  const clear = (): void => clearTimeout(timer);
  body.once('end', clear).once('close', clear);
}

/** Calls back, once, when a body is longer than what is read of a refused one, or says that it will be. */
export function onEndlessBody(body: Body, onEndless: () => void): void {
  let left = MAX_DISCARDED_BYTES;
  const count = (bytes: number): void => {
    const before = left;
    left -= bytes;
    if (before >= 0 && left < 0) onEndless();
  };
  const announced = Number(body.headers['content-length'] ?? 0);
  if (announced > left) return count(announced);
  body.on('data', (piece: Uint8Array) => count(piece.byteLength));
}
