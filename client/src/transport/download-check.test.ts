import { xxhash64 } from 'hash-wasm';
import { expect, test } from 'vitest';
import { DownloadCheck } from './download-check.ts';

const content = new Uint8Array(200_000).map((_, index) => index % 251);
const file = {
  bytes: content.byteLength,
  sha256: '0'.repeat(64),
  xxh64: await xxhash64(content),
};

async function checkOf(...pieces: Uint8Array[]): Promise<DownloadCheck> {
  const check = await DownloadCheck.begin();
  for (const piece of pieces) check.add(piece);
  return check;
}

test('accepts the announced content however it was cut', async () => {
  (await checkOf(content)).finish(file);
  const check = await checkOf(
    content.subarray(0, 1),
    content.subarray(1, 99_999),
    content.subarray(99_999),
  );
  check.finish(file);
  expect(check.bytes).toBe(file.bytes);
});

test('refuses a short, a long and a changed file', async () => {
  const short = await checkOf(content.subarray(1));
  expect(() => short.finish(file)).toThrow('got 199999 of 200000 bytes');
  const long = await checkOf(content, new Uint8Array(1));
  expect(() => long.finish(file)).toThrow('got 200001');
  const swapped = await checkOf(content.subarray(100_000), content.subarray(0, 100_000));
  expect(() => swapped.finish(file)).toThrow(expect.objectContaining({ code: 'hash_mismatch' }));
});

test('reuses a hasher without remembering its last file', async () => {
  (await checkOf(content)).finish(file);
  (await checkOf(content)).finish(file);
});

test('says when a piece arrived, without the time to hash it', async () => {
  const large = new Uint8Array(64 * 1024 ** 2);
  let toldAtMs = NaN;
  const check = await DownloadCheck.begin(() => (toldAtMs = performance.now()));
  const addedAtMs = performance.now();
  check.add(large);
  const hashedMs = performance.now() - toldAtMs;
  expect(toldAtMs - addedAtMs).toBeLessThan(hashedMs / 2);
  const announced = { ...file, bytes: large.byteLength, xxh64: await xxhash64(large) };
  expect(check.finish(announced).endedAtMs).toBeLessThanOrEqual(toldAtMs);
});
