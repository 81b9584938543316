import { MAX_MESSAGE_BYTES } from './wire-limits.ts';

/** UTF-8 has at most three bytes for a UTF-16 code unit, so no batch is over `MAX_MESSAGE_BYTES`. */
const MAX_BATCH_CHARACTERS = Math.floor(MAX_MESSAGE_BYTES / 3);

/**
 * Small messages that wait to be sent as one WebSocket message, one per line: `JSON.stringify`
 * never writes a line break. A message too long for any batch is sent alone.
 */
export class MessageBatch {
  #messages: string[] = [];
  #characters = 0;

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  hasRoomFor(message: string): boolean {
    return this.isEmpty || this.#characters + 1 + message.length <= MAX_BATCH_CHARACTERS;
  }

  add(message: string): void {
    this.#messages.push(message);
    this.#characters += 1 + message.length;
  }

  /** Takes all messages as one text. */
  take(): string {
    const batch = this.#messages.join('\n');
    this.#messages = [];
    this.#characters = 0;
    return batch;
  }
}

/** The messages of one WebSocket message; one without batching. */
export function splitBatch(batch: string): string[] {
  return batch.split('\n');
}
