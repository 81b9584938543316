import type { Readable } from 'node:stream';
import { BodyBuffer } from '@holbench/core/http/body-buffer';
import { LabError } from '@holbench/protocol/errors';

interface ReadOptions {
  readonly maxBytes: number;
  /** Of `content-length`; a body that says it is too large is not read. */
  readonly announcedBytes: number;
  /** Is called where the body is read. */
  readonly count: () => void;
}

/**
 * The complete body of a request.
 * @throws LabError `message_too_large`, with the rest of the body unread.
 */
export async function readBody(
  request: Readable,
  { maxBytes, announcedBytes, count }: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = new BodyBuffer(maxBytes);
  const tooLarge = new LabError('message_too_large', 'the body is too large');
  if (announcedBytes > maxBytes) throw tooLarge;
  count();
  return new Promise((resolve, reject) => {
    const append = (piece: Buffer<ArrayBuffer>): void => {
      body.append(piece);
      if (!body.isTooLarge) return;
      request.off('data', append);
      request.pause();
      reject(tooLarge);
    };
    request.on('data', append);
    request.once('end', () => resolve(body.take()));
    // A client that leaves is no fault of the server, whatever the library calls it.
    const left = (): void => reject(new LabError('malformed_message', 'the client has left'));
    request.once('error', left).once('close', left);
  });
}
