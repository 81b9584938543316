import { SSE_MUTATION, SSE_SUBSCRIBED } from '@holbench/protocol/bodies';
import { cuts, inPieces, PROPERTY } from '@holbench/test-support/property';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventsAnswer } from './answers.ts';
import { EventInbox } from './event-inbox.ts';
import { Http1Session } from './http1-session.ts';
import { Flag, frameOf, FrameReader, FrameType } from './http2-frames.ts';
import { HeaderBlocks } from './http2-header-blocks.ts';
import { readAnswerHead } from './http2-headers.ts';
import { Http2Session } from './http2-session.ts';
import { RecordingSink } from './test/recording-sink.ts';

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

/** What a reader of frames hands on; data that came in parts is joined. */
function framesIn(pieces: readonly Buffer[]): unknown[] {
  const frames: unknown[] = [];
  let data = '';
  const reader = new FrameReader({
    data: (_stream, piece) => (data += piece.toString('latin1')),
    dataEnd: (...end) => {
      frames.push([...end, data]);
      data = '';
    },
    frame: (type, flags, stream, payload) =>
      frames.push([type, flags, stream, payload.toString('latin1')]),
  });
  const reason = refusal(() => pieces.forEach((piece) => reader.receive(piece)));
  return reason === null ? frames : [...frames, reason];
}

test('frames of HTTP/2 are the same however they were cut, and end at a frame that may not be', () => {
  const flags = fc.constantFrom(0, Flag.END_STREAM, Flag.END_HEADERS, Flag.PADDED);
  const frame = fc
    .tuple(fc.nat({ max: 10 }), flags, fc.nat({ max: 2 ** 31 - 1 }), bytes)
    .map((parts) => frameOf(...parts));
  const stream = fc.array(fc.oneof({ weight: 5, arbitrary: frame }, bytes), { maxLength: 8 });
  const property = fc.property(stream, cuts, (parts, cuts) => {
    const whole = Buffer.concat(parts);
    expect(framesIn(inPieces(whole, cuts))).toEqual(framesIn([whole]));
  });
  fc.assert(property, PROPERTY);
});

test('frames of HTTP/2 are read as they were written', () => {
  const other = fc.integer({ min: FrameType.HEADERS, max: 255 });
  const frame = fc.tuple(other, fc.nat({ max: 255 }), fc.nat({ max: 2 ** 31 - 1 }), bytes);
  const property = fc.property(fc.array(frame), cuts, (frames, cuts) => {
    const written = Buffer.concat(frames.map((parts) => frameOf(...parts)));
    const read = frames.map(([type, flags, stream, payload]) => {
      return [type, flags, stream, Buffer.from(payload).toString('latin1')];
    });
    expect(framesIn(inPieces(written, cuts))).toEqual(read);
  });
  fc.assert(property, PROPERTY);
});

test('any header block has a status, or is refused', () => {
  // Half of them begin as an answer does.
  const begun = bytes.map((rest) => Uint8Array.from([0x88, ...rest]));
  const property = fc.property(fc.oneof(bytes, begun), (block) => {
    refusal(() => {
      const { status, contentLength } = readAnswerHead(Buffer.from(block));
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThanOrEqual(599);
      if (contentLength !== null) expect(Number.isSafeInteger(contentLength)).toBe(true);
    });
  });
  fc.assert(property, { ...PROPERTY, numRuns: 2_000 });
});

test('any payloads of HEADERS and CONTINUATION are joined, or refused', () => {
  const payload = fc.tuple(fc.boolean(), fc.nat({ max: 3 }), fc.nat({ max: 255 }), bytes);
  const property = fc.property(fc.array(payload), (payloads) => {
    const sent = payloads.reduce((sum, [, , , { length }]) => sum + length, 0);
    let joined = 0;
    const blocks = new HeaderBlocks((_stream, _flags, { length }) => (joined += length));
    refusal(() => {
      for (const [isFirst, stream, flags, bytes] of payloads) {
        blocks[isFirst ? 'begin' : 'continue'](stream, flags, Buffer.from(bytes));
      }
    });
    expect(joined).toBeLessThanOrEqual(sent);
  });
  fc.assert(property, PROPERTY);
});

/** What a session says to one request, whose answer comes in these pieces. */
function answerOf(
  Session: typeof Http1Session | typeof Http2Session,
  pieces: readonly Buffer[],
): unknown[] {
  const session = new Session('lab', () => {});
  const sink = new RecordingSink();
  session.request({ method: 'GET', path: '/', body: null }, sink);
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
    const [reason, ended, , answer] = answerOf(Http1Session, inPieces(Buffer.from(text), cuts));
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
  for (const Session of [Http1Session, Http2Session]) {
    const property = fc.property(fc.oneof(bytes, damaged), cuts, (answer, cuts) => {
      const whole = answerOf(Session, [Buffer.from(answer)]);
      const cut = answerOf(Session, inPieces(answer, cuts));
      // A refusal quotes what had come until then.
      expect(cut[0] === null).toBe(whole[0] === null);
      if (whole[0] === null) expect(cut).toEqual(whole);
    });
    fc.assert(property, PROPERTY);
  }
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
