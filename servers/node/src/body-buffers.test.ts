import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BodyBuffers } from './body-buffers.ts';

const body = (...lengths: number[]): Readable =>
  Readable.from(lengths.map((length) => Buffer.alloc(length, length)));

test('uses the buffer of a usual body again, and of no other', async () => {
  const bodies = new BodyBuffers(100);
  const first = await bodies.collect(body(60, 40), 100, 1_000);
  bodies.release(first);
  const other = await bodies.collect(body(50), 50, 1_000);
  expect(other.buffer).not.toBe(first.buffer);
  bodies.release(other);
  const second = await bodies.collect(body(100), 100, 1_000);
  expect(second.buffer).toBe(first.buffer);
  expect([...second]).toEqual(Array<number>(100).fill(100));
});

test('where no length is usual keeps nothing', async () => {
  const bodies = new BodyBuffers(0);
  bodies.release(await bodies.collect(body(), 0, 10));
  expect((await bodies.collect(body(3, 4), Number.NaN, 10)).byteLength).toBe(7);
});

test('refuses what is over the limit, whatever it was declared to be', async () => {
  const bodies = new BodyBuffers(5);
  for (const declared of [5, 50, Number.NaN]) {
    await expect(bodies.collect(body(4, 7), declared, 10)).rejects.toMatchObject({
      code: 'message_too_large',
    });
  }
  expect((await bodies.collect(body(4, 3), 5, 10)).byteLength).toBe(7);
});
