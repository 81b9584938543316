import { expect, test } from 'vitest';
import { StreamBody } from './webtransport-body.ts';

/** The given pieces, one for each read, as a stream of bytes; `cancelled` counts. */
function streamOf(...pieces: string[]) {
  const seen = { pulls: 0, cancelled: 0 };
  const readable = new ReadableStream({
    type: 'bytes',
    pull: (controller) => {
      const piece = pieces[seen.pulls++];
      if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: () => void (seen.cancelled += 1),
  });
  return { readable, seen };
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const nothing = (): void => {};

test('a head is taken byte for byte, whatever the pieces; the rest is the body', async () => {
  const { readable } = streamOf('he', 'adbo', 'dy');
  const body = new StreamBody(readable, null, nothing);
  expect(textOf(await body.take(4))).toBe('head');
  expect(await new Response(body.stream()).text()).toBe('body');
});

test('a stream that ends within a head is a broken connection', async () => {
  const body = new StreamBody(streamOf('he').readable, null, nothing);
  await expect(body.take(4)).rejects.toThrow(TypeError);
});

test('nothing is read before it is asked for', async () => {
  const { readable, seen } = streamOf('head', 'one', 'two');
  const body = new StreamBody(readable, null, nothing);
  await body.take(4);
  const reader = body.stream().getReader({ mode: 'byob' });
  expect(seen.pulls).toBe(1);
  const { value } = await reader.read(new Uint8Array(100));
  expect([textOf(value ?? new Uint8Array(0)), seen.pulls]).toEqual(['one', 2]);
  await reader.cancel();
  expect(seen.cancelled).toBe(1);
});

test.each(['before', 'while'])(
  'an abort %s a head is read rejects with its reason',
  async (when) => {
    const abort = new AbortController();
    if (when === 'before') abort.abort();
    let aborts = 0;
    const readable = new ReadableStream({ type: 'bytes' });
    const body = new StreamBody(readable, abort.signal, () => void (aborts += 1));
    const taken = body.take(4);
    abort.abort();
    await expect(taken).rejects.toBe(abort.signal.reason);
    expect(aborts).toBe(1);
  },
);

test('an abort errors the body with its reason, and stops the other side', async () => {
  const abort = new AbortController();
  const { readable, seen } = streamOf('head', 'one', 'two');
  const body = new StreamBody(readable, abort.signal, nothing);
  await body.take(4);
  const reader = body.stream().getReader();
  await reader.read();
  abort.abort();
  await expect(reader.read()).rejects.toBe(abort.signal.reason);
  expect(seen.cancelled).toBe(1);
});
