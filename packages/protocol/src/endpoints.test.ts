import { expect, test } from 'vitest';
import { filled, pathOf } from './endpoints.ts';

test('a path has the values of its names', () => {
  expect(pathOf('list', {})).toBe('/covalues');
  expect(pathOf('chunk', { id: 'co_1', index: 2 })).toBe('/covalues/co_1/file/chunks/2');
});

test('a value is no pattern, and one that is missing is nothing', () => {
  expect(filled('/covalues/:id/events', { id: '$&' })).toBe('/covalues/$&/events');
  expect(filled('/covalues/:id', {})).toBe('/covalues/');
});

test('a request without the names of its path is none', () => {
  // @ts-expect-error -- the path has an id
  expect(pathOf('load', {})).toBe('/covalues/');
});
