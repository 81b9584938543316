import { SSE_MUTATION, SSE_SUBSCRIBED } from '@holbench/protocol/bodies';
import { cuts, inPieces, PROPERTY } from '@holbench/test-support/property';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordingSink } from '../../fixtures/recording-sink.ts';
import { EventsAnswer } from './answers.ts';
import { EventInbox } from './event-inbox.ts';
import { Http1Session } from './http1-session.ts';

const bytes = fc.uint8Array({ maxLength: 400 });

/** The reason of a refusal, or null. A fault of the parser itself is thrown on. */
function refusal(parse: () => void): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return error.message;
    throw error;
  }
}

/** What a session says to one request, whose answer comes in these pieces. */
function answerOf(pieces: readonly Buffer[]): unknown[] {
  const session = new Http1Session('lab', () => {});
  const sink = new RecordingSink();
  session.request({ method: 'GET', path: '/' }, sink);
  const reason = refusal(() => pieces.forEach((piece) => session.receive(piece)));
  // Of an answer that breaks off, as much has been handed on as had come.
  return [reason, sink.ended, sink.answer[0], reason === null ? sink.answer : null];
}

const http1Answer = fc
  .tuple(fc.integer({ min: 200, max: 599 }), fc.array(fc.string({ minLength: 1 })), fc.boolean())
  .map(([status, parts, isChunked]) => {
    const lengths = parts.map((part) => Buffer.byteLength(part));
    const chunks = parts.map((part, index) => `${lengths[index]?.toString(16)}\r\n${part}\r\n`);
    const length = lengths.reduce((sum, each) => sum + each, 0);
    const head = isChunked ? 'transfer-encoding: chunked' : `content-length: ${length}`;
    const body = isChunked ? `${chunks.join('')}0\r\n\r\n` : parts.join('');
    return { status, parts, text: `HTTP/1.1 ${status} Any\r\n${head}\r\n\r\n${body}` };
  });

test('an answer of HTTP/1.1 is the same however it was cut', () => {
  const property = fc.property(http1Answer, cuts, ({ status, parts, text }, cuts) => {
    const [reason, ended, , answer] = answerOf(inPieces(Buffer.from(text), cuts));
    expect([reason, ended]).toEqual([null, true]);
    const body = Buffer.from(parts.join('')).toString('latin1');
    expect(answer).toMatchObject({ 0: status, 2: body });
  });
  fc.assert(property, PROPERTY);
});

test('any bytes for an answer are refused, or waited for; and the same however they were cut', () => {
  const damaged = fc
    .tuple(http1Answer, fc.nat(), fc.nat({ max: 255 }))
    .map(([{ text }, at, by]) => {
      const answer = Buffer.from(text);
      answer[at % answer.length] = by;
      return answer;
    });
  const property = fc.property(fc.oneof(bytes, damaged), cuts, (answer, cuts) => {
    const whole = answerOf([Buffer.from(answer)]);
    const cut = answerOf(inPieces(answer, cuts));
    // A refusal quotes what had come until then.
    expect(cut[0] === null).toBe(whole[0] === null);
    if (whole[0] === null) expect(cut).toEqual(whole);
  });
  fc.assert(property, PROPERTY);
});

test('server-sent events are the same however they were cut', async () => {
  const data = fc.json().map((json) => json.replaceAll('\n', ' '));
  const property = fc.asyncProperty(fc.array(data), cuts, async (events, cuts) => {
    const inbox = new EventInbox();
    const answer = new EventsAnswer(inbox);
    answer.head(200, null);
    const texts = [
      `event: ${SSE_SUBSCRIBED}\nid: 0\ndata: 0\n\n`,
      ...events.map((json, index) => `event: ${SSE_MUTATION}\nid: ${index + 1}\ndata: ${json}\n\n`),
    ];
    for (const piece of inPieces(Buffer.from(texts.join('')), cuts)) answer.body(piece);
    await answer.subscribed;
    for (const json of events) expect(await inbox.next()).toBe(Buffer.byteLength(json));
  });
  await fc.assert(property, PROPERTY);
});
