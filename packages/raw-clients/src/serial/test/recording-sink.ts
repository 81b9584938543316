import type { AnswerSink } from '../http-session.ts';

/** Keeps what it gets, for tests. */
export class RecordingSink implements AnswerSink {
  answer: [status: number, length: number | null, body: string] = [0, null, ''];
  ended = false;
  failure: string | null = null;

  head(status: number, length: number | null): void {
    this.answer = [status, length, ''];
  }

  body(piece: Buffer): void {
    this.answer[2] += piece.toString('latin1');
  }

  end(): void {
    this.ended = true;
  }

  fail(error: Error): void {
    this.failure = error.message;
  }
}
