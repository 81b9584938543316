import * as v from 'valibot';
import { count, milliseconds } from './quantities.ts';

/**
 * When the last byte of a request, or of an answer, passed each point on its way to the other side, in
 * ms since the message was to be sent (`intendedAtMs`).
 */
export const Passage = v.strictObject({
  /**
   * The sender's kernel had taken it from the program at some time in between, as TCP's state told
   * every 30 ms; null: unknown, as with QUIC, whose packets do not wait in a socket.
   */
  accepted: v.nullable(v.strictObject({ fromMs: milliseconds, toMs: milliseconds })),
  /** First sent by the sender's device. */
  sentMs: milliseconds,
  /** Sent in the packet that arrived first: later than `sentMs` where that one was lost. */
  resentMs: milliseconds,
  /** First arrived at the receiver's device. */
  arrivedMs: milliseconds,
  /** The same, and all bytes before it in its stream: of TCP, in its connection. */
  inOrderMs: milliseconds,
  /** The same, and all that its connection had sent before it; of TCP no other than `inOrderMs`. */
  inConnectionOrderMs: milliseconds,
  /** Size of the IP packet in which it arrived. */
  packetBytes: count,
});
export type Passage = v.InferOutput<typeof Passage>;

/** The path of a small message, from captures at both devices and the server's time stamp; null: not known. */
export const MessagePath = v.strictObject({
  request: v.nullable(Passage),
  /** The server's application had its answer: its handler takes less than 0.1 ms. */
  handledMs: v.nullable(milliseconds),
  answer: v.nullable(Passage),
  /**
   * In the direction of the transfer, on the message's connection, when the answer was ready (of an
   * upload: when the request was made).
   */
  inTheWay: v.nullable(
    v.strictObject({
      /** In the sender's socket, not sent yet or not acknowledged yet; null: unknown, as with QUIC. */
      queuedBytes: v.nullable(count),
      /** Of these, not sent yet; null: unknown, as where a kernel does not tell. */
      unsentBytes: v.nullable(count),
      /** Delivered after that and before the answer (of an upload: the request). */
      aheadBytes: count,
    }),
  ),
});
export type MessagePath = v.InferOutput<typeof MessagePath>;

/** What the recorder of paths did in a cell. */
export const PathRecording = v.strictObject({
  /** Complete packets at both devices, in bytes. */
  capturedBytes: count,
  /** Answered messages of the recorded phases, and those of them whose path is complete. */
  messages: count,
  complete: count,
  /** Why paths are missing or lack points, a line each. */
  problems: v.array(v.string()),
});
export type PathRecording = v.InferOutput<typeof PathRecording>;
