import { SSE_MUTATION, SSE_SUBSCRIBED } from '@holbench/protocol/bodies';
import { ErrorBody, LabError } from '@holbench/protocol/errors';
import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { parseJson } from '@holbench/protocol/parse';
import type { EventInbox } from './event-inbox.ts';
import type { AnswerSink } from './serial-connection.ts';

const EMPTY = Buffer.alloc(0);

/** What all answers have in common: a refusal's body is kept, any other is handed on. */
abstract class Answer implements AnswerSink {
  #status = 0;
  #refusal: Buffer = EMPTY;

  head(status: number, length: number | null): void {
    this.#status = status;
    // Of an answer that broke off.
    this.#refusal = EMPTY;
    this.accept(length);
  }

  body(piece: Buffer): void {
    if (this.#status < 300) return this.receive(piece);
    this.#refusal = Buffer.concat([this.#refusal, piece]);
    if (this.#refusal.length > MAX_MESSAGE_BYTES) throw new Error('a refusal over 1 MiB');
  }

  end(): void {
    if (this.#status < 300) return this.complete();
    const text = this.#refusal.toString('utf8');
    this.#refusal = EMPTY;
    try {
      const { error, message } = parseJson(ErrorBody, text);
      this.fail(new LabError(error, message));
    } catch {
      this.fail(new Error(`the status ${this.#status} with ${JSON.stringify(text.slice(0, 100))}`));
    }
  }

  abstract fail(error: Error): void;
  protected abstract accept(length: number | null): void;
  protected abstract receive(piece: Buffer): void;
  protected abstract complete(): void;
}

/** The answers to the operations of one client, one after the other: counts their bytes. */
export class CountedAnswer extends Answer {
  #pending: PromiseWithResolvers<number> | null = null;
  #onFirstByte: (() => void) | null = null;
  #announced: number | null = null;
  #bytes = 0;

  get isAwaited(): boolean {
    return this.#pending !== null;
  }

  /** Resolves with the bytes of the next answer's body. */
  next(onFirstByte: (() => void) | null): Promise<number> {
    this.#onFirstByte = onFirstByte;
    this.#bytes = 0;
    this.#pending = Promise.withResolvers();
    return this.#pending.promise;
  }

  override fail(error: Error): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject(error);
  }

  protected override accept(length: number | null): void {
    this.#announced = length;
  }

  protected override receive({ length }: Buffer): void {
    if (this.#bytes === 0) this.#onFirstByte?.();
    this.#bytes += length;
  }

  protected override complete(): void {
    if (this.#announced !== null && this.#announced !== this.#bytes) {
      return this.fail(new Error(`${this.#bytes} of ${this.#announced} announced bytes`));
    }
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve(this.#bytes);
  }
}

const SUBSCRIBED = `event: ${SSE_SUBSCRIBED}\n`;
const MUTATION = `event: ${SSE_MUTATION}\n`;
const DATA = '\ndata: ';
const EVENT_END = Buffer.from('\n\n');
/** An event quotes a mutation, which came in one message. */
const MAX_EVENT_BYTES = MAX_MESSAGE_BYTES + 1024;

/** The answer to a subscription: server-sent events, without end. */
export class EventsAnswer extends Answer {
  readonly #inbox: EventInbox;
  readonly #subscribed = Promise.withResolvers<void>();
  #rest: Buffer = EMPTY;

  constructor(inbox: EventInbox) {
    super();
    this.#inbox = inbox;
    // Once it has resolved, a failure is only the inbox's.
    this.subscribed.catch(() => {});
  }

  /** Resolves with the first event, which says so. */
  get subscribed(): Promise<void> {
    return this.#subscribed.promise;
  }

  override fail(error: Error): void {
    this.#subscribed.reject(error);
    // A refusal ends no other subscription.
    if (!(error instanceof LabError)) this.#inbox.end(error);
  }

  protected override accept(): void {}

  protected override receive(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(EVENT_END, at);
      if (end < 0) break;
      this.#receiveEvent(bytes.subarray(at, end));
      at = end + EVENT_END.length;
    }
    this.#rest = Buffer.from(bytes.subarray(at));
    if (this.#rest.length > MAX_EVENT_BYTES) throw new Error('an event over 1 MiB');
  }

  protected override complete(): void {
    this.fail(new Error('the server ended the events'));
  }

  #receiveEvent(event: Buffer): void {
    const data = event.indexOf(DATA);
    const name = event.toString('latin1', 0, event.indexOf('\n') + 1);
    if (name === SUBSCRIBED) return this.#subscribed.resolve();
    if (name !== MUTATION || data < 0) throw new Error(`the event ${JSON.stringify(name)}`);
    this.#inbox.add(event.length - data - DATA.length);
  }
}
