import { LabError } from '@holbench/protocol/errors';
import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { cuts, inPieces, PROPERTY } from '@holbench/test-support/property';
import { TransportError } from '@holbench/scenarios/port/transport-error';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';
import { ChunkLines } from './chunk-lines.ts';
import { StreamBody } from './webtransport-body.ts';

const bytes = fc.uint8Array({ maxLength: 400 });

function chunksOf(pieces: readonly Uint8Array[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const lines = new ChunkLines((chunk) => chunks.push(Uint8Array.from(chunk)));
  for (const piece of pieces) lines.add(piece);
  return chunks;
}

test('base64 is read as it was written', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
    expect(fromBase64(toBase64(Uint8Array.from(bytes)))).toEqual(Uint8Array.from(bytes));
  });
  fc.assert(property, { ...PROPERTY, numRuns: 100 });
});

test('the lines of a download are the same chunks however they were cut', () => {
  const property = fc.property(fc.array(bytes), cuts, (chunks, cuts) => {
    const lines = chunks.map((chunk, index) =>
      JSON.stringify({ index, data: toBase64(Uint8Array.from(chunk)) }),
    );
    const body = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    expect(chunksOf(inPieces(body, cuts))).toEqual(chunks.map((chunk) => Uint8Array.from(chunk)));
  });
  fc.assert(property, PROPERTY);
});

test('a download of any bytes is refused as what it is: no broken connection, no fault of ours', () => {
  const line = fc.oneof(fc.json(), fc.record({ index: fc.constant(0), data: fc.string() }));
  const lines = fc
    .array(line.map((each) => `${JSON.stringify(each)}\n`))
    .map((all) => all.join(''));
  const any = fc.oneof(
    bytes,
    lines.map((text) => Buffer.from(text)),
  );
  const property = fc.property(any, cuts, (body, cuts) => {
    try {
      chunksOf(inPieces(body, cuts));
    } catch (error) {
      expect([LabError, TransportError]).toContain(Object(error).constructor);
      expect(TransportError.from(error).code).toMatch(/^(malformed|invalid)_message$|^unexpected_/);
    }
  });
  fc.assert(property, PROPERTY);
});

test('a line without an end is refused once it is over 1 MiB', () => {
  const property = fc.property(fc.integer({ min: 20_000, max: 200_000 }), (pieceBytes) => {
    let held = 0;
    const lines = new ChunkLines(() => {});
    const piece = Buffer.alloc(pieceBytes, '"');
    expect(() => {
      for (; held <= 4 * MAX_MESSAGE_BYTES; held += pieceBytes) lines.add(piece);
    }).toThrow('a line is longer');
    expect(held).toBeLessThanOrEqual(MAX_MESSAGE_BYTES + pieceBytes);
  });
  fc.assert(property, { ...PROPERTY, numRuns: 20 });
});

test('head and body of a stream are the same however they were cut', async () => {
  const property = fc.asyncProperty(bytes, cuts, fc.nat(), async (sent, cuts, at) => {
    const headBytes = at % (sent.length + 1);
    const pieces = inPieces(sent, cuts).filter(({ length }) => length > 0);
    const readable = new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(Uint8Array.from(piece));
        controller.close();
      },
    });
    const body = new StreamBody(readable, null, () => {});
    const head = await body.take(headBytes);
    const rest = await new Response(body.stream()).bytes();
    expect(Buffer.concat([head, rest])).toEqual(Buffer.from(sent));
  });
  await fc.assert(property, { ...PROPERTY, numRuns: 100 });
});
