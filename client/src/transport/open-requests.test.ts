import { expect, test } from 'vitest';
import { OpenRequests } from './open-requests.ts';

/** Begins requests one after the other, and notes when each is told to leave: a name, or with a null `!name`. */
function requests(atOnce: number | null) {
  const open = new OpenRequests(atOnce);
  const left: string[] = [];
  const begin = (name: string) =>
    open.begin((atMs) => left.push(atMs === null ? `!${name}` : name));
  return { open, left, begin };
}

test('as many as there is room for leave at once, the others in their order as room comes', () => {
  const { open, left, begin } = requests(2);
  const ended = ['a', 'b', 'c', 'd'].map(begin);
  expect(left).toEqual(['a', 'b']);
  expect(open.size).toBe(4);
  ended[1]?.(true);
  expect(left).toEqual(['a', 'b', 'c']);
  ended[0]?.(false);
  expect(left).toEqual(['a', 'b', 'c', 'd']);
  expect(open.size).toBe(2);
});

test('one that is given up before there was room never left, and makes no room', () => {
  const { left, begin } = requests(1);
  const ended = ['a', 'b', 'c'].map(begin);
  ended[1]?.(false);
  expect(left).toEqual(['a', '!b']);
  ended[0]?.(true);
  expect(left).toEqual(['a', '!b', 'c']);
});

test('one that is answered before its turn left in the place of another, which has it then', () => {
  const { left, begin } = requests(1);
  const ended = ['a', 'b', 'c'].map(begin);
  ended[1]?.(true);
  expect(left).toEqual(['a']);
  ended[0]?.(true);
  expect(left).toEqual(['a', 'c']);
});

test('one that ends twice makes room once', () => {
  const { left, begin } = requests(1);
  const ended = ['a', 'b', 'c'].map(begin);
  ended[0]?.(true);
  ended[0]?.(true);
  expect(left).toEqual(['a', 'b']);
});

test('where it is not known for how many there is room, nothing is said', () => {
  const { open, left, begin } = requests(null);
  const ended = ['a', 'b'].map(begin);
  expect(open.size).toBe(2);
  for (const each of ended) each(false);
  expect(left).toEqual([]);
  expect(open.size).toBe(0);
});
