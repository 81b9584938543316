import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { withOutcome } from './stored.ts';

const STORED = {
  versions: {},
  cases: {
    '1.1': { 'node-ws': 'OK', 'uws-ws': 'FAILED' },
    '1.2': { 'node-ws': 'FAILED | OK' },
    '1.3': { 'node-ws': 'OK' },
  },
};

test('a run like the stored one differs in nothing', () => {
  expect(compare('node-ws', STORED, { '1.1': 'OK', '1.2': 'OK', '1.3': 'OK' })).toEqual([]);
  expect(compare('uws-ws', STORED, { '1.1': 'FAILED' })).toEqual([]);
});

test('each outcome that was seen of a case is one that it may have', () => {
  expect(compare('node-ws', STORED, { '1.1': 'OK', '1.2': 'FAILED', '1.3': 'OK' })).toEqual([]);
});

test('other outcomes, better ones too, and cases that only one of them has differ', () => {
  expect(compare('uws-ws', STORED, { '1.1': 'OK' })).toEqual([
    { id: '1.1', stored: 'FAILED', now: 'OK' },
  ]);
  expect(compare('node-ws', STORED, { '1.1': 'OK', '1.2': 'UNCLEAN', '1.4': 'OK' })).toEqual([
    { id: '1.2', stored: 'FAILED | OK', now: 'UNCLEAN' },
    { id: '1.3', stored: 'OK', now: 'absent' },
    { id: '1.4', stored: 'absent', now: 'OK' },
  ]);
});

test('outcomes of several runs are kept once each', () => {
  const outcomes = ['OK', 'FAILED', 'OK'];
  expect(outcomes.reduce<string | undefined>(withOutcome, undefined)).toBe('FAILED | OK');
});
