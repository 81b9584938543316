import { inPieces, PROPERTY } from '@holbench/test-support/property';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CreatedCoValue, CoValueList, LoadedFile, NewCoValue } from './bodies.ts';
import { CHUNK_HEADER_BYTES, readChunkFrame, writeChunkHeader } from './chunk-frame.ts';
import { Mutation } from './covalue.ts';
import { LabError } from './errors.ts';
import { chunkCount, chunkLength, MAX_MESSAGE_BYTES } from './wire-limits.ts';
import { MessageBatch, splitBatch } from './message-batch.ts';
import { DownMessage, UpMessage } from './messages.ts';
import { parseJson } from './parse.ts';

const SCHEMAS = {
  UpMessage,
  DownMessage,
  NewCoValue,
  Mutation,
  CreatedCoValue,
  CoValueList,
  LoadedFile,
};
const schema = fc.constantFrom(...Object.values(SCHEMAS));

const id = fc.stringMatching(/^co_[a-z0-9]{16}$/);
const requestId = fc.integer({ min: 0, max: 0xffff_ffff });
const line = fc.string({ unit: 'binary', maxLength: 40 });
const text = fc.record({ author: line, title: line, summary: line, preview: line });
const file = fc.record({
  bytes: fc.integer({ min: 1, max: 1e8 }),
  sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
});
const message = <Type extends string, Rest>(type: Type, rest: fc.Arbitrary<Rest>) =>
  fc.tuple(requestId, rest).map(([requestId, rest]) => ({ type, requestId, ...rest }));
const upMessage: fc.Arbitrary<UpMessage> = fc.oneof(
  message('list', fc.constant({})),
  message('cancel', fc.constant({})),
  message('load', fc.record({ id })),
  message('loadFile', fc.record({ id })),
  message('create', fc.record({ text, file }, { requiredKeys: ['text'] })),
  message('chunkReceived', fc.record({ index: requestId })),
  message('chunk', fc.record({ index: requestId, data: fc.base64String() })),
  message('mutate', fc.record({ id, mutation: fc.record({ title: line }) })),
  message('subscribe', fc.record({ id, lastEventId: fc.nat() }, { requiredKeys: ['id'] })),
);

/** What a parser did: it read the text, or refused it by a rule. Anything else is thrown on. */
function outcome(parse: () => unknown): 'read' | LabError {
  try {
    parse();
    return 'read';
  } catch (error) {
    if (error instanceof LabError) return error;
    throw error;
  }
}

test('any text and any JSON is read, or refused by a rule that is short enough to be sent', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
  const property = fc.property(schema, anything, (schema, json) => {
    const found = outcome(() => parseJson(schema, json));
    if (found === 'read') return;
    expect(['malformed_message', 'invalid_message']).toContain(found.code);
    expect(found.message.length).toBeLessThanOrEqual(300);
    expect(found.message).not.toBe('');
  });
  fc.assert(property, PROPERTY);
});

test('a valid message is read as it was, and changed by nothing', () => {
  const property = fc.property(upMessage, (message) => {
    expect(parseJson(UpMessage, JSON.stringify(message))).toEqual(message);
  });
  fc.assert(property, PROPERTY);
});

test('a valid message with one more field, or without one, is refused', () => {
  const name = fc.constantFrom('__proto__', 'constructor', 'admin', 'toString', 'requestID');
  const more = fc.property(upMessage, name, fc.json(), (message, name, value) => {
    // As text, because `__proto__` in an object of ours would be no field.
    const json = `${JSON.stringify(message).slice(0, -1)},${JSON.stringify(name)}:${value}}`;
    expect(outcome(() => parseJson(UpMessage, json))).toBeInstanceOf(LabError);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
  fc.assert(more, PROPERTY);
  const less = fc.property(upMessage, (message) => {
    const { requestId: _, ...rest } = message;
    expect(outcome(() => parseJson(UpMessage, JSON.stringify(rest)))).toBeInstanceOf(LabError);
  });
  fc.assert(less, PROPERTY);
});

test('a chunk frame carries what was put into it; less than a header and a byte is refused', () => {
  const property = fc.property(requestId, requestId, fc.uint8Array(), (request, index, bytes) => {
    const frame = new Uint8Array(CHUNK_HEADER_BYTES + bytes.length);
    writeChunkHeader(frame, request, index);
    frame.set(bytes, CHUNK_HEADER_BYTES);
    const read = (): unknown => readChunkFrame(frame);
    if (bytes.length === 0) expect(outcome(read)).toMatchObject({ code: 'unsupported_data' });
    else expect(read()).toEqual({ requestId: request, index, bytes: Uint8Array.from(bytes) });
    const [begin = frame] = inPieces(frame, [index % CHUNK_HEADER_BYTES]);
    expect(outcome(() => readChunkFrame(Uint8Array.from(begin)))).toBeInstanceOf(LabError);
  });
  fc.assert(property, PROPERTY);
});

test('messages leave a batch as they came, in their order, in messages of at most 1 MiB', () => {
  const long = fc.nat({ max: 500_000 }).map((length) => JSON.stringify('\u{7ff}'.repeat(length)));
  const messages = fc.array(fc.oneof({ weight: 20, arbitrary: fc.json() }, long), { minLength: 1 });
  const property = fc.property(messages, (messages) => {
    const batch = new MessageBatch();
    const sent: string[] = [];
    for (const message of messages) {
      if (!batch.hasRoomFor(message)) sent.push(batch.take());
      batch.add(message);
    }
    sent.push(batch.take());
    expect(batch.isEmpty).toBe(true);
    expect(sent.flatMap(splitBatch)).toEqual(messages);
    for (const each of sent.filter((each) => splitBatch(each).length > 1)) {
      expect(Buffer.byteLength(each)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    }
  });
  fc.assert(property, { ...PROPERTY, numRuns: 50 });
});

test('the chunks of a file are as long as it', () => {
  const sizes = [
    fc.integer({ min: 1, max: 5e6 }),
    fc.integer({ min: 1024, max: 512 * 1024 }),
  ] as const;
  const property = fc.property(...sizes, (bytes, chunkBytes) => {
    const lengths = Array.from({ length: chunkCount(bytes, chunkBytes) }, (_, index) =>
      chunkLength(bytes, index, chunkBytes),
    );
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(bytes);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(chunkBytes);
  });
  fc.assert(property, PROPERTY);
});
