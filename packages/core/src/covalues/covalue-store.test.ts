import type { CoValue } from '@holbench/protocol/covalue';
import { CoValueId } from '@holbench/protocol/id';
import { MAX_COVALUES } from '@holbench/protocol/limits';
import { parseValue } from '@holbench/protocol/parse';
import { expect, test } from 'vitest';
import { CoValueStore } from './covalue-store.ts';

const ID = 'co_0000000000000001';
const text = { author: 'a', title: 't', summary: 's', preview: 'p' };
const covalue: CoValue = { id: ID, lastUpdated: 1, ...text, file: null, attachment: null };

test('lists what it holds, without the long texts', () => {
  const store = new CoValueStore([covalue]);
  expect(store.list()).toEqual([{ id: ID, lastUpdated: 1, author: 'a', title: 't', file: null }]);
});

test('an added CoValue can be loaded and is listed last', () => {
  const store = new CoValueStore([covalue]);
  const id = CoValueStore.newId();
  store.add(id, text, null);
  expect(store.get(id)).toMatchObject({ id, ...text, file: null, attachment: null });
  expect(store.list().at(-1)?.id).toBe(id);
});

test('a mutation changes what it names and nothing else', () => {
  const store = new CoValueStore([covalue]);
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
  const store = new CoValueStore([covalue]);
  const refused: Error = expect.objectContaining({ code: 'unknown_covalue' });
  expect(() => store.mutate(id, mutation)).toThrow(refused);
  expect(store.get(ID)).toEqual(covalue);
});

test('is bounded', () => {
  const store = new CoValueStore([]);
  for (let index = 0; index < MAX_COVALUES; index++) store.add(`co_${index}`, text, null);
  const refused: Error = expect.objectContaining({ code: 'too_many' });
  expect(() => store.add(ID, text, null)).toThrow(refused);
});

test('new ids follow the schema and differ', () => {
  const ids = new Set(Array.from({ length: 100 }, () => CoValueStore.newId()));
  expect(ids.size).toBe(100);
  for (const id of ids) parseValue(CoValueId, id);
});
