import type { CoValue } from '@holbench/protocol/covalue';
import { CoValueId } from '@holbench/protocol/id';
import { MAX_COVALUES } from '@holbench/protocol/wire-limits';
import { parseValue } from '@holbench/protocol/parse';
import { expect, test } from 'vitest';
import { CoValueStore } from './covalue-store.ts';

const LIMITS = { createdBytes: 1024 ** 3, listBytes: 1024 ** 3 };
const ID = 'co_0000000000000001';
const text = { author: 'a', title: 't', summary: 's', preview: 'p' };
const covalue: CoValue = { id: ID, lastUpdated: 1, ...text, file: null, attachment: null };

test('lists what it holds, without the long texts', () => {
  const store = new CoValueStore([covalue], LIMITS);
  expect(store.list()).toEqual([{ id: ID, lastUpdated: 1, author: 'a', title: 't', file: null }]);
});

test('an added CoValue can be loaded and is listed last', () => {
  const store = new CoValueStore([covalue], LIMITS);
  const id = CoValueStore.newId();
  store.add(id, text, null);
  expect(store.get(id)).toMatchObject({ id, ...text, file: null, attachment: null });
  expect(store.list().at(-1)?.id).toBe(id);
});

test('a mutation changes what it names and nothing else', () => {
  const store = new CoValueStore([covalue], LIMITS);
  store.mutate(ID, { title: 'new' });
  expect(store.get(ID)).toMatchObject({ ...text, title: 'new', attachment: null });
  expect(store.get(ID).lastUpdated).toBeGreaterThan(1);
  store.mutate(ID, { attachment: ID });
  expect(store.get(ID)).toMatchObject({ title: 'new', attachment: ID });
});

test.each([
  ['an unknown id', 'co_ffffffffffffffff', { title: 'x' }],
  ['an unknown attachment', ID, { attachment: 'co_ffffffffffffffff' }],
])('a mutation of %s is refused', (_name, id, mutation) => {
  const store = new CoValueStore([covalue], LIMITS);
  const refused: Error = expect.objectContaining({ code: 'unknown_covalue' });
  expect(() => store.mutate(id, mutation)).toThrow(refused);
  expect(store.get(ID)).toEqual(covalue);
});

test('beyond its number, the oldest that a client created makes room, and the data set stays', () => {
  const removed: CoValueId[] = [];
  const store = new CoValueStore([covalue], LIMITS, (id) => removed.push(id));
  const created = Array.from({ length: MAX_COVALUES + 1 }, () => CoValueStore.newId());
  for (const id of created) store.add(id, text, null);
  expect(removed).toEqual(created.slice(0, 2));
  expect(store.list()).toHaveLength(MAX_COVALUES);
  expect(store.get(ID)).toEqual(covalue);
});

test('beyond its memory, too, also where a mutation makes one longer', () => {
  const removed: CoValueId[] = [];
  const store = new CoValueStore([], { ...LIMITS, createdBytes: 20_000 }, (id) => removed.push(id));
  const [first, second, third] = [CoValueStore.newId(), CoValueStore.newId(), CoValueStore.newId()];
  for (const id of [first, second, third]) store.add(id, text, null);
  store.mutate(second, { preview: 'x'.repeat(9_000) });
  expect(removed).toEqual([]);
  store.mutate(third, { summary: 'x'.repeat(1_000) });
  expect(removed).toEqual([first, second]);
  // One that is longer than all memory stays, for the answer to its own creation.
  store.mutate(third, { preview: 'x'.repeat(20_000) });
  expect(store.list()).toHaveLength(1);
});

test('beyond its part of the list, too: a control character has six bytes there', () => {
  const removed: CoValueId[] = [];
  const store = new CoValueStore([covalue], { ...LIMITS, listBytes: 20_000 }, (id) => {
    removed.push(id);
  });
  const long = { ...text, author: '\u0001'.repeat(500), title: '\u0001'.repeat(500) };
  const created = Array.from({ length: 5 }, () => CoValueStore.newId());
  for (const id of created) store.add(id, long, null);
  expect(removed).toEqual(created.slice(0, 2));
  expect(JSON.stringify(store.list()).length).toBeLessThan(21_000);
  store.remove(created[2] ?? '');
  store.add(CoValueStore.newId(), long, null);
  expect(store.list()).toHaveLength(4);
});

test('new ids follow the schema and differ', () => {
  const ids = new Set(Array.from({ length: 100 }, () => CoValueStore.newId()));
  expect(ids.size).toBe(100);
  for (const id of ids) parseValue(CoValueId, id);
});
