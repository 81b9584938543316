import type { HttpResponse } from 'uWebSockets.js';
import { LabError } from '@holbench/protocol/errors';

/**
 * The complete body of a request. Must be called before the first await of its handler.
 * @throws LabError `message_too_large` past `maxBytes`; the rest is read and discarded, so that the
 * client can read the answer.
 */
export function collectBody(
  response: HttpResponse,
  maxBytes: number,
  closed: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    closed.addEventListener('abort', () => reject(new LabError('malformed_message', 'aborted')));
    response.onData((piece, isLast) => {
      length += piece.byteLength;
      // The piece belongs to uWS and is valid only here: it is copied.
      if (length <= maxBytes) pieces.push(new Uint8Array(piece.slice(0)));
      else pieces.length = 0;
      if (!isLast) return;
      if (length > maxBytes) reject(new LabError('message_too_large', 'the body is too large'));
      // Usually there is one piece, which is not copied again.
      else resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length));
    });
  });
}
