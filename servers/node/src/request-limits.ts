import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MAX_DISCARDED_BYTES } from '@holbench/core/http/body-buffer';
import type { Reader, UnreadAnswers } from '@holbench/core/unread-answers';

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

/** Counts the bytes of a body for its client while it comes. Reads it. */
export function countBody(body: Readable, unread: UnreadAnswers, reader: Reader): void {
  let bytes = 0;
  body.on('data', ({ byteLength }: Uint8Array) => {
    bytes += byteLength;
    unread.add(reader, 'bodies', byteLength);
  });
  const end = (): void => {
    unread.remove(reader, 'bodies', bytes);
    bytes = 0;
  };
  body.once('end', end).once('close', end);
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
