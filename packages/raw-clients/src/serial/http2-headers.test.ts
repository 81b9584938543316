import { describe, expect, test } from 'vitest';
import { FRAME_HEADER_BYTES } from './http2-frames.ts';
import { readAnswerHead, requestHeaders } from './http2-headers.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('the header block of a request', () => {
  test.each([
    [
      { method: 'GET', path: '/covalues', body: null },
      0,
      '82 87 01056c61623a31 04092f636f76616c756573',
    ],
    [
      { method: 'POST', path: '/covalues', body: '{}' },
      2,
      '83 87 01056c61623a31 04092f636f76616c756573 0f10106170706c69636174696f6e2f6a736f6e 0f0d0132',
    ],
    [
      { method: 'PATCH', path: '/c', body: '{}' },
      1234,
      '02055041544348 87 01056c61623a31 04022f63 0f10106170706c69636174696f6e2f6a736f6e 0f0d0431323334',
    ],
  ] as const)('%o', (request, length, block) => {
    const headers = requestHeaders('lab:1', request, length);
    expect(headers.subarray(FRAME_HEADER_BYTES)).toEqual(hex(block));
  });

  test('a path longer than the prefix of its length', () => {
    const request = { method: 'GET', path: `/${'x'.repeat(299)}`, body: null } as const;
    const block = requestHeaders('', request, 0).subarray(FRAME_HEADER_BYTES);
    // 300 = 127 + 45 + 128 × 1
    expect(block.subarray(0, 9)).toEqual(hex('82 87 0100 04 7fad01 2f'));
    expect(block).toHaveLength(2 + 2 + 4 + 300);
  });
});

describe('the head of an answer', () => {
  test.each([
    ['200, indexed', '88', 200],
    ['404, indexed', '8d', 404],
    ['500, indexed', '8e', 500],
    ['200, plain', '08 03 323030', 200],
    ['201, plain', '08 03 323031', 201],
    ['404, plain', '08 03 343034', 404],
    ['500, plain', '08 03 353030', 500],
    // 00010 00000 00000 1, 00010 00000 00001 1, 011010 00000 011010 1…, 011011 00000 00000
    ['200, Huffman', '08 82 1001', 200],
    ['201, Huffman', '08 82 1003', 201],
    ['404, Huffman', '08 83 680d7f', 404],
    ['500, Huffman', '08 82 6c00', 500],
    // Digits of 6 bits each: 011001 011010 011011
    ['345, Huffman', '08 83 65a6ff', 345],
    ['201, to be indexed, in a table of size 0', '48 82 1003', 201],
    ['201, never to be indexed', '18 82 1003', 201],
    ['201, with the index of another status', '0e 82 1003', 201],
    ['200, after a field whose name is text', '0001610162 88', 200],
    ['200, after updates of the size', '20 20 88', 200],
    ['201, after an update of the size', '20 08 82 1003', 201],
  ])('%s', (_name, block, status) => {
    expect(readAnswerHead(hex(block))).toEqual({ status, contentLength: null });
  });

  test.each([
    // 011011 011010 00000 00001 11
    ['plain', '88 0f0d 04 35343031', 5401],
    ['Huffman', '88 0f0d 83 6da007', 5401],
  ])('content-length, %s', (_name, block, contentLength) => {
    expect(readAnswerHead(hex(block))).toEqual({ status: 200, contentLength });
  });

  test('other fields are skipped by their lengths', () => {
    // content-type by index, a text of 130 bytes as a new name, and the indexed :method GET.
    const long = `7f03${'61'.repeat(130)}`;
    const block = hex(`88 5f 87 352398ac5754df 00 ${long} 0162 82 0f0d 01 37`);
    expect(readAnswerHead(block)).toEqual({ status: 200, contentLength: 7 });
  });

  test.each([
    ['be', 'the entry 62 of the dynamic table'],
    ['88 7f00 0161', 'the entry 63 of the dynamic table'],
    ['80', 'index 0'],
    ['3fe11f 88', 'a dynamic table of 4096 bytes'],
    ['88 20', 'a table size update after a header field'],
    ['82', 'the status 0'],
    ['', 'the status 0'],
    ['08 03 3130', 'ends within a field'],
    ['08', 'ends within a field'],
    ['08 03 313030', 'the status 100'],
    ['08 02 3a30', 'the number ":0"'],
    // "a" is 00011
    ['08 82 1007', 'not of digits'],
    // A byte of padding alone, and padding with a zero.
    ['08 83 1001ff', 'not of digits'],
    ['08 82 1000', 'not of digits'],
    ['88 0fffffffffff0f', 'an integer over 28 bits'],
  ])('%s: %s', (block, message) => {
    expect(() => readAnswerHead(hex(block))).toThrow(message);
  });
});
