import { createHash } from 'node:crypto';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { describe, expect, test } from 'vitest';
import { FILE_BYTES, type LabUnderTest } from '../lab/lab-under-test.ts';
import { idWithFile, pageLoadFile, TEXT, uploadFromPage } from '../lab/page-operations.ts';

/** Every operation, by the page's own transport in a real Chromium, with its protocol proven. */
export function describeOperations(lab: LabUnderTest): void {
  const { protocol } = lab.variant;

  describe('operations', () => {
    test('list: 100 CoValues, each with a file', async () => {
      const listed = await lab.page(0).evaluate(async () => {
        const transport = await window.holbench.transport();
        const { value, protocol } = await transport.list(AbortSignal.timeout(5_000));
        return { value, protocol: await protocol };
      });
      expect(listed.value.length).toBeGreaterThanOrEqual(100);
      expect(listed.value[0]?.file?.bytes).toBe(FILE_BYTES);
      expect(listed.protocol).toBe(protocol);
    });

    test('load text: about 5 KB', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const loaded = await lab.page(0).evaluate(async (id) => {
        const transport = await window.holbench.transport();
        const { value, bytes, protocol } = await transport.load(id, AbortSignal.timeout(5_000));
        return { value, bytes, protocol: await protocol };
      }, id);
      expect(loaded.value.id).toBe(id);
      expect(loaded.value.preview.length).toBeGreaterThan(4_000);
      expect(loaded.bytes).toBeGreaterThan(5_000);
      expect(loaded.protocol).toBe(protocol);
    });

    test('create text: what was created can be loaded', async () => {
      const created = await lab.page(0).evaluate(async (text) => {
        const transport = await window.holbench.transport();
        const signal = AbortSignal.timeout(5_000);
        const { value: id, protocol } = await transport.create(text, signal);
        const loaded = await transport.load(id, signal);
        return { id, value: loaded.value, protocol: await protocol };
      }, TEXT);
      expect(created.value).toMatchObject({ id: created.id, ...TEXT, file: null });
      expect(created.protocol).toBe(protocol);
    });

    test('bytes are those of the JSON itself, over every transport', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const [bytes, payloads] = await lab.page(0).evaluate(
        async ({ id, text }) => {
          const transport = await window.holbench.transport();
          const signal = AbortSignal.timeout(5_000);
          const listed = await transport.list(signal);
          const loaded = await transport.load(id, signal);
          const created = await transport.create(text, signal);
          const mutation = { title: 'ä' };
          const mutated = await transport.mutate(created.value, mutation, signal);
          return [
            [listed, loaded, created, mutated].map((operation) => operation.bytes),
            [{ covalues: listed.value }, loaded.value, { text }, mutation],
          ] as const;
        },
        { id, text: TEXT },
      );
      expect(bytes).toEqual(payloads.map((each) => Buffer.byteLength(JSON.stringify(each))));
    });

    test('load binary: every byte, and the announced hash', async () => {
      const id = await idWithFile(lab.page(0), 1);
      const loaded = await pageLoadFile(lab.page(0), id);
      expect(loaded.bytes).toBe(FILE_BYTES);
      expect(loaded.value.bytes).toBe(FILE_BYTES);
      expect(loaded.protocol).toBe(protocol);
    });

    test.each([1, CHUNK_BYTES, 10 * CHUNK_BYTES + 7])(
      'create binary of %i bytes: it comes back with the same hash',
      async (bytes) => {
        const created = await uploadFromPage(lab.page(0), bytes);
        expect(created.failed).toBeNull();
        expect(created.protocol).toBe(protocol);
        const { value: loaded } = await pageLoadFile(lab.page(0), created.id);
        expect(loaded).toMatchObject({ bytes, sha256: created.sha256 });
        const content = Uint8Array.from({ length: bytes }, (_, position) => position % 251);
        expect(createHash('sha256').update(content).digest('hex')).toBe(created.sha256);
      },
    );

    test('mutate: the change is there, its events are numbered', async () => {
      const mutated = await lab.page(0).evaluate(async (text) => {
        const transport = await window.holbench.transport();
        const signal = AbortSignal.timeout(5_000);
        const { value: id } = await transport.create(text, signal);
        const first = await transport.mutate(id, { title: 'first' }, signal);
        const second = await transport.mutate(id, { title: 'second' }, signal);
        const { value } = await transport.load(id, signal);
        const eventIds = [first.value, second.value];
        return { eventIds, title: value.title, protocol: await second.protocol };
      }, TEXT);
      expect(mutated).toEqual({ eventIds: [1, 2], title: 'second', protocol });
    });

    test('many at once on one page are all right', async () => {
      const ids = await Promise.all([2, 3, 4, 5].map((index) => idWithFile(lab.page(0), index)));
      const bytes = await lab.page(0).evaluate(async (ids) => {
        const transport = await window.holbench.transport();
        const signal = AbortSignal.timeout(20_000);
        const files = ids.map((id) => transport.loadFile(id, signal));
        const texts = ids.map((id) => transport.load(id, signal));
        await Promise.all(texts);
        return (await Promise.all(files)).map((file) => file.bytes);
      }, ids);
      expect(bytes).toEqual(ids.map(() => FILE_BYTES));
    });
  });
}
