import { expect, test } from 'vitest';
import { RequestCounter } from './request-counter.ts';

test('requests are counted by protocol, and by the priority that they ask for', () => {
  let first = 0;
  const counter = new RequestCounter(() => (first += 1));
  counter.count('HTTP/2.0', 'u=1, i');
  counter.count('HTTP/2.0', 'u=1, i');
  counter.count('HTTP/2.0');
  counter.count('HTTP/1.1', ['u=3', 'i']);
  expect(first).toBe(1);
  expect(counter.protocols()).toEqual({ 'HTTP/2.0': 3, 'HTTP/1.1': 1 });
  expect(counter.priorities()).toEqual({ 'u=1, i': 2, 'u=3,i': 1 });
});

test('a client that asks for many priorities, or long ones, costs bounded memory', () => {
  const counter = new RequestCounter(() => {});
  counter.count('HTTP/2.0', 'x'.repeat(10_000));
  for (let each = 0; each < 1_000; each++) counter.count('HTTP/2.0', `u=${each}`);
  counter.count('HTTP/2.0', 'u=0');
  const counts = counter.priorities();
  expect(Object.keys(counts)).toHaveLength(9);
  expect(counts['u=0']).toBe(2);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(1_002);
});
