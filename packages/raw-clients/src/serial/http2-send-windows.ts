import { Flag, frameOf, FrameType, MAX_FRAME_BYTES } from './http2-frames.ts';

interface Unsent {
  readonly body: Buffer;
  sent: number;
  window: number;
}

/** Request bodies under the server's flow control, RFC 9113 §5.2 and §6.9. */
export class SendWindows {
  maxFrameBytes = MAX_FRAME_BYTES;
  #initial = 65_535;
  #connection = 65_535;
  readonly #unsent = new Map<number, Unsent>();

  /** @returns the DATA frames that may be sent now. */
  begin(stream: number, body: Buffer): Buffer[] {
    this.#unsent.set(stream, { body, sent: 0, window: this.#initial });
    return this.frames();
  }

  /** The DATA frames that may be sent now, of all bodies. */
  frames(): Buffer[] {
    const frames: Buffer[] = [];
    for (const [stream, unsent] of this.#unsent) {
      const { body } = unsent;
      for (;;) {
        const allowed = Math.min(this.#connection, unsent.window, this.maxFrameBytes);
        const length = Math.min(allowed, body.length - unsent.sent);
        if (length <= 0) break;
        const piece = body.subarray(unsent.sent, unsent.sent + length);
        unsent.sent += length;
        unsent.window -= length;
        this.#connection -= length;
        const isLast = unsent.sent === body.length;
        frames.push(frameOf(FrameType.DATA, isLast ? Flag.END_STREAM : 0, stream, piece));
        if (isLast) this.#unsent.delete(stream);
      }
    }
    return frames;
  }

  /** @param stream 0 for the connection. A closed stream may still be updated. */
  widen(stream: number, increment: number): void {
    const unsent = this.#unsent.get(stream);
    if (stream === 0) this.#connection += increment;
    else if (unsent) unsent.window += increment;
  }

  /** The server's setting also changes the windows of open streams. */
  setInitial(bytes: number): void {
    for (const unsent of this.#unsent.values()) unsent.window += bytes - this.#initial;
    this.#initial = bytes;
  }

  /** @returns whether a part of its body was unsent. */
  forget(stream: number): boolean {
    return this.#unsent.delete(stream);
  }
}
