import { expect, test } from 'vitest';
import { TOKEN_VARIABLE, tokenCookie } from '../http/access.ts';
import { parseServerOptions } from './command-line.ts';
import { DEFAULT_LIMITS } from './client-limits.ts';

const NEEDED = ['--variant', 'node-ws', '--port', '1', '--assets', 'page', '--data', 'data'];

test('WebSockets talk to the application unless they are to echo', () => {
  expect(parseServerOptions(NEEDED).echoBytes).toBeNull();
  expect(parseServerOptions([...NEEDED, '--echo-bytes', '65536']).echoBytes).toBe(65_536);
  expect(() => parseServerOptions([...NEEDED, '--echo-bytes', '0'])).toThrow('--echo-bytes');
});

test('without a token every request is answered, with one those that have it', () => {
  const head = {
    method: 'GET',
    url: '/',
    host: 'localhost',
    origin: undefined,
    contentType: undefined,
  };
  const given = tokenCookie('0123456789abcdef');
  expect(parseServerOptions(NEEDED, {}).gate({ ...head, cookie: undefined })).toBeNull();
  const { gate } = parseServerOptions(NEEDED, { [TOKEN_VARIABLE]: '0123456789abcdef' });
  expect(gate({ ...head, cookie: undefined })?.status).toBe(403);
  expect(gate({ ...head, cookie: given })).toBeNull();
});

test.each(['', 'too-short', '0123456789abcdef;'])('what is no token is refused: %j', (token) => {
  expect(() => parseServerOptions(NEEDED, { [TOKEN_VARIABLE]: token })).toThrow(
    'HOLBENCH_SERVER_TOKEN: not 16 to 256 characters of A-Z, a-z, 0-9, _ and -',
  );
});

test('limits that are not given have their default', () => {
  const { limits } = parseServerOptions([...NEEDED, '--limits', '{"requestMs":500}']);
  expect(limits).toEqual({ ...DEFAULT_LIMITS, requestMs: 500 });
});

test.each([
  ['{"requestMs":0}', 'requestMs: is not a whole number from 1 on'],
  ['{"request":1}', 'request'],
  ['{', 'not JSON'],
])('limits that are none are refused: %s', (json, why) => {
  expect(() => parseServerOptions([...NEEDED, '--limits', json])).toThrow(why);
});
