import { FACTORS } from '@holbench/factors/registry';
import { FactorValues } from '@holbench/factors/values';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DEFAULT_SERVER_FACTORS, parseServerFactors, serverFactorsArguments } from './factors.ts';

test('what is not named is the default', () => {
  expect(parseServerFactors('{}')).toEqual(DEFAULT_SERVER_FACTORS);
  expect(parseServerFactors('{"batchMs":1}')).toEqual({ ...DEFAULT_SERVER_FACTORS, batchMs: 1 });
});

test('a process learns from its arguments what was set, and nothing that is not its own', () => {
  const examples = FACTORS.map(({ key, examples }) => [key, examples[0]]);
  const values = v.parse(FactorValues, Object.fromEntries(examples));
  const [flag, json = ''] = serverFactorsArguments(values);
  expect(flag).toBe('--factors');
  const factors = parseServerFactors(json);
  expect(values).toMatchObject(factors);
  expect(factors).not.toHaveProperty('congestionControl');
  expect(factors).toMatchObject({ chunkBytes: 4096, batchMs: 5 });
});

test.each(['', 'null', '{"chunkBytes":"16k"}', '{"cunkBytes":4096}', '{"logging":"loud"}'])(
  'refuses %j in one line',
  (json) => {
    expect(() => parseServerFactors(json)).toThrow(/^--factors: [^\n]+$/);
  },
);
