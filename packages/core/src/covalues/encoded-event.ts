import type { Mutation, MutationEvent } from '@holbench/protocol/covalue';
import { SSE_MUTATION } from '@holbench/protocol/bodies';
import { textBytes } from './text-bytes.ts';

/** Of an event without texts. */
const EVENT_BYTES = 512;
/** What JSON escapes: one character as up to six. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/gu;
const ADDED_BYTES = 5 * 2;

function bytesOf(mutation: Mutation): number {
  const { author, title, summary, preview } = mutation;
  const escaped = [author, title, summary, preview].flatMap((text) => text?.match(ESCAPED) ?? []);
  return EVENT_BYTES + 2 * textBytes(mutation) + ADDED_BYTES * escaped.length;
}

/** An event, encoded once per kind of transport, however many subscribers it has. */
export class EncodedEvent {
  readonly event: MutationEvent;
  /** Memory, at most about: its texts, and one encoding of them. */
  readonly bytes: number;
  #webSocket: string | null = null;
  #sse: string | null = null;

  constructor(event: MutationEvent) {
    this.event = event;
    this.bytes = bytesOf(event.mutation);
  }

  get webSocket(): string {
    return (this.#webSocket ??= JSON.stringify({ type: 'event', ...this.event }));
  }

  get sse(): string {
    return (this.#sse ??= sseEvent(SSE_MUTATION, this.event.eventId, JSON.stringify(this.event)));
  }
}

/** One event in the format of the HTML standard's server-sent events; `data` has no line break. */
export function sseEvent(name: string, id: number, data: string): string {
  return `event: ${name}\nid: ${id}\ndata: ${data}\n\n`;
}
