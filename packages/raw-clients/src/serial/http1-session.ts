import { fieldsOf, type TextRequest } from '../http-client.ts';
import type { AnswerSink } from './serial-connection.ts';

/** Longest head of an answer, in bytes; the lab's have 400. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** A text is sent as UTF-8. */
type Write = (text: string) => void;

const EMPTY = Buffer.alloc(0);
const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * What comes next. In a body with a length, and in a chunk, `#remaining` bytes do.
 * `end-of-chunk` and `end-of-body` are empty lines; trailers are not expected.
 */
type ParserState = 'head' | 'body' | 'chunk-size' | 'chunk' | 'end-of-chunk' | 'end-of-body';

/** HTTP/1.1 (RFC 9112) apart from its socket: one request, then its answer. It rejects any other version. */
export class Http1Session {
  readonly #host: string;
  readonly #write: Write;
  #sink: AnswerSink | null = null;
  #closed: Error | null = null;
  #part: ParserState = 'head';
  #remaining = 0;
  /** A head or line whose end has not come. */
  #rest: Buffer = EMPTY;

  constructor(host: string, write: Write) {
    this.#host = host;
    this.#write = write;
  }

  request(request: TextRequest, sink: AnswerSink): void {
    if (this.#closed) return sink.fail(this.#closed);
    if (this.#sink) return sink.fail(new Error('a request is open already'));
    this.#sink = sink;
    const { method, path, body = '' } = request;
    const fields = fieldsOf(request);
    let head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`;
    for (const name in fields) head += `${name}: ${fields[name]}\r\n`;
    this.#write(`${head}\r\n${body}`);
  }

  /**
   * @param piece is overwritten after the call.
   * @throws Error naming what was not expected; the connection must then be closed.
   */
  receive(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    this.#rest = EMPTY;
    let at = 0;
    while (at < bytes.length) {
      const sink = this.#sink;
      if (!sink) throw new Error(`${bytes.length - at} bytes after the end of the answer`);
      if (this.#part === 'body' || this.#part === 'chunk') {
        const end = Math.min(bytes.length, at + this.#remaining);
        this.#remaining -= end - at;
        sink.body(bytes.subarray(at, end));
        at = end;
        if (this.#remaining === 0) this.#next(this.#part === 'body' ? 'head' : 'end-of-chunk');
        continue;
      }
      const mark = this.#part === 'head' ? HEAD_END : LINE_END;
      const end = bytes.indexOf(mark, at);
      if ((end < 0 ? bytes.length : end) - at > MAX_HEAD_BYTES) {
        throw new Error(`a head or line over ${MAX_HEAD_BYTES} bytes`);
      }
      if (end < 0) {
        this.#rest = Buffer.from(bytes.subarray(at));
        return;
      }
      const text = bytes.toString('latin1', at, end);
      at = end + mark.length;
      if (this.#part === 'head') this.#readHead(text, sink);
      else this.#readLine(text);
    }
  }

  /** Fails what is open, and every later request. */
  close(error: Error): void {
    this.#closed ??= error;
    this.#sink?.fail(this.#closed);
    this.#sink = null;
  }

  #readHead(head: string, sink: AnswerSink): void {
    const [, digits] = /^HTTP\/1\.1 ([2-5]\d\d)(?: |\r\n|$)/.exec(head) ?? [];
    if (!digits) throw new Error(`the answer begins with ${JSON.stringify(head.slice(0, 40))}`);
    const status = Number(digits);
    const [, announced] = /\r\ncontent-length:[ \t]*(\d+)[ \t]*(?:\r\n|$)/i.exec(head) ?? [];
    const isChunked = /\r\ntransfer-encoding:/i.test(head);
    if (announced !== undefined && isChunked) throw new Error('the answer has two lengths');
    if (announced !== undefined) {
      this.#remaining = Number(announced);
      sink.head(status, this.#remaining);
      this.#next(this.#remaining === 0 ? 'head' : 'body');
    } else if (/\r\ntransfer-encoding:[ \t]*chunked[ \t]*(?:\r\n|$)/i.test(head)) {
      sink.head(status, null);
      this.#next('chunk-size');
    } else throw new Error('the answer has neither a content-length nor chunks');
  }

  #readLine(line: string): void {
    if (this.#part === 'chunk-size') {
      if (!/^[\da-f]{1,8}$/i.test(line)) {
        throw new Error(`${JSON.stringify(line.slice(0, 40))} is not the size of a chunk`);
      }
      this.#remaining = Number.parseInt(line, 16);
      return this.#next(this.#remaining === 0 ? 'end-of-body' : 'chunk');
    }
    if (line !== '') throw new Error(`${JSON.stringify(line.slice(0, 40))} after a chunk`);
    this.#next(this.#part === 'end-of-chunk' ? 'chunk-size' : 'head');
  }

  /** Before another head, the answer has ended. */
  #next(part: ParserState): void {
    this.#part = part;
    if (part !== 'head') return;
    const sink = this.#sink;
    this.#sink = null;
    sink?.end();
  }
}
