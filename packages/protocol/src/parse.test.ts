import { describe, expect, test } from 'vitest';
import { Mutation } from './covalue.ts';
import { LabError } from './errors.ts';
import { CoValueId } from './id.ts';
import { NewCoValue } from './bodies.ts';
import { UpMessage } from './messages.ts';
import { parseJson, parseValue } from './parse.ts';

const text = { author: 'a', title: 't', summary: 's', preview: 'p' };
const sha256 = '0'.repeat(64);

function thrownBy(parse: () => unknown): { code: string; message: string } {
  try {
    parse();
  } catch (error) {
    if (error instanceof LabError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('parseJson', () => {
  test.each(['', '{', 'undefined', '{"type":"list",}'])('refuses %j as malformed', (json) => {
    expect(thrownBy(() => parseJson(UpMessage, json)).code).toBe('malformed_message');
  });

  test.each<[string, unknown, string]>([
    ['a number', 1, ''],
    ['null', null, ''],
    ['an unknown type', { type: 'shutdown', requestId: 1 }, 'type'],
    ['no request id', { type: 'list' }, 'requestId'],
    ['a negative request id', { type: 'list', requestId: -1 }, 'requestId'],
    ['a request id over 32 bits', { type: 'list', requestId: 2 ** 32 }, 'requestId'],
    ['a fractional request id', { type: 'list', requestId: 0.5 }, 'requestId'],
    ['an unknown key', { type: 'list', requestId: 1, admin: true }, 'admin'],
    ['a path for an id', { type: 'load', requestId: 1, id: '../../etc/passwd' }, 'id'],
    ['a wrong type', { type: 'create', requestId: 1, text: { ...text, title: 5 } }, 'text.title'],
    [
      'a long title',
      { type: 'create', requestId: 1, text: { ...text, title: 'x'.repeat(1_001) } },
      'text.title',
    ],
    [
      'an empty file',
      { type: 'create', requestId: 1, text, file: { bytes: 0, sha256 } },
      'file.bytes',
    ],
    [
      'a huge file',
      { type: 'create', requestId: 1, text, file: { bytes: 1e12, sha256 } },
      'file.bytes',
    ],
    [
      'a broken hash',
      { type: 'create', requestId: 1, text, file: { bytes: 1, sha256: 'abc' } },
      'file.sha256',
    ],
  ])('refuses %s and names the place', (_name, message, place) => {
    const thrown = thrownBy(() => parseJson(UpMessage, JSON.stringify(message)));
    expect(thrown.code).toBe('invalid_message');
    expect(thrown.message.startsWith(place === '' ? 'Invalid' : `${place}: `)).toBe(true);
  });

  test('takes what the schema describes', () => {
    const message = { type: 'create', requestId: 1, text, file: { bytes: 5, sha256 } };
    expect(parseJson(UpMessage, JSON.stringify(message))).toEqual(message);
  });
});

describe('parseValue', () => {
  test('refuses a mutation that changes nothing', () => {
    expect(thrownBy(() => parseValue(Mutation, {}))).toEqual({
      code: 'invalid_message',
      message: 'a mutation must change something',
    });
  });

  test('refuses a key of the prototype like any other unknown key', () => {
    const hostile = `{"text":${JSON.stringify(text)},"__proto__":{"polluted":true}}`;
    expect(thrownBy(() => parseJson(NewCoValue, hostile)).code).toBe('invalid_message');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each([
    'co_',
    'co_ABCDEFGHIJKLMNOP',
    'co_0123456789abcde',
    'co_0123456789abcdef0',
    'co_../../..0000000',
    'co_0123456789abcde\n',
  ])('refuses the id %j', (id) => {
    expect(thrownBy(() => parseValue(CoValueId, id)).code).toBe('invalid_message');
  });
});

test('the message of a broken rule is short, however long what broke it', () => {
  const longKey = { type: 'list', requestId: 1, ['k'.repeat(1_000_000)]: 1 };
  for (const value of [longKey, 'x'.repeat(1_000_000)]) {
    const { code, message } = thrownBy(() => parseValue(UpMessage, value));
    expect(code).toBe('invalid_message');
    expect(message.length).toBeLessThanOrEqual(300);
  }
});
