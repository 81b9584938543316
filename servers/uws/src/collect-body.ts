import type { HttpResponse } from 'uWebSockets.js';
import {
  BodyBuffer,
  MAX_DISCARDED_BYTES,
  SMALL_PIECE_BYTES,
} from '@holbench/core/http/body-buffer';
import { readerOf, type UnreadAnswers } from '@holbench/core/unread-answers';
import { LabError } from '@holbench/protocol/errors';

/**
 * The complete body of a request. Must be called before the first await of its handler.
 * @param requestMs after which the connection ends if the body is not complete.
 * @throws LabError `message_too_large` past `maxBytes`. The rest is read and discarded, so that the client can read
 * the answer; one that goes on sending loses its connection.
 */
export function collectBody(
  response: HttpResponse,
  maxBytes: number,
  requestMs: number,
  closed: AbortSignal,
  unread: UnreadAnswers,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const body = new BodyBuffer(maxBytes);
    const end = (): void => {
      if (!closed.aborted) response.close();
    };
    const timer = setTimeout(end, requestMs);
    const reader = readerOf(end);
    const forget = (): void => {
      clearTimeout(timer);
      unread.forget(reader);
    };
    closed.addEventListener('abort', () => {
      forget();
      reject(new LabError('malformed_message', 'aborted'));
    });
    response.onData((piece, isLast) => {
      // The piece belongs to uWS and is valid only here: a small one is copied by the buffer.
      const isSmall = piece.byteLength < SMALL_PIECE_BYTES;
      body.append(new Uint8Array(isSmall ? piece : piece.slice(0)));
      unread.add(reader, 'bodies', piece.byteLength);
      if (body.receivedBytes > maxBytes + MAX_DISCARDED_BYTES) return end();
      if (!isLast) return;
      forget();
      if (body.isTooLarge) reject(new LabError('message_too_large', 'the body is too large'));
      else resolve(body.take());
    });
  });
}
