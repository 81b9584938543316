import { expect, test } from 'vitest';
import { admission, isToken, setTokenCookie, tokenCheck, tokenCookie } from './access.ts';

const TOKEN = 'a-token_of-20-letter';
const admits = admission(TOKEN);

test('a server without a token answers every request', () => {
  expect(admission(null)(undefined)).toBe(true);
  expect(admission(null)('a=b')).toBe(true);
});

test.each([
  tokenCookie(TOKEN),
  `a=b; ${tokenCookie(TOKEN)}`,
  `${tokenCookie(TOKEN)};c=d`,
  `  ${tokenCookie(TOKEN)}  `,
  `${tokenCookie('another-token-of-somebody')}; ${tokenCookie(TOKEN)}`,
])('the right cookie is admitted: %j', (cookies) => {
  expect(admits(cookies)).toBe(true);
});

test.each([
  undefined,
  '',
  ';',
  '=',
  ';;; =;=',
  TOKEN,
  '__Host-holbench',
  '__Host-holbench=',
  `holbench=${TOKEN}`,
  `__host-holbench=${TOKEN}`,
  `__Host-holbench ${TOKEN}`,
  `__Host-holbench=${TOKEN.slice(0, -1)}`,
  `__Host-holbench=${TOKEN}x`,
  `__Host-holbench=${TOKEN.toUpperCase()}`,
  `__Host-holbench="${TOKEN}"`,
  `__Host-holbench==${TOKEN}`,
  `__Host-holbench=${TOKEN},a=b`,
  `x__Host-holbench=${TOKEN}`,
  `a="; b=${TOKEN}`,
  `__Host-holbench=${TOKEN}\0`,
  '__Host-holbench=ä'.repeat(1_000),
])('a wrong, missing or malformed one is not: %j', (cookies) => {
  expect(admits(cookies)).toBe(false);
});

test('a token is compared as a whole, whatever its length', () => {
  const isRight = tokenCheck(TOKEN);
  expect(isRight(TOKEN)).toBe(true);
  for (const wrong of ['', TOKEN.slice(1), `${TOKEN}${TOKEN}`]) expect(isRight(wrong)).toBe(false);
});

test.each([
  ['0123456789abcdef', true],
  ['A-Z_a-z_0-9_----', true],
  ['0123456789abcde', false],
  ['x'.repeat(257), false],
  ['0123456789abcdef;', false],
  ['0123456789 abcdef', false],
  ['0123456789äbcdef', false],
  ['0123456789abcdef\n', false],
  ['', false],
])('16 to 256 letters that need no quoting are a token: %j', (text, is) => {
  expect(isToken(text)).toBe(is);
});

test('a browser keeps it from scripts, other hosts, plain HTTP and other sites', () => {
  expect(setTokenCookie(TOKEN)).toBe(
    `__Host-holbench=${TOKEN}; Path=/; Secure; HttpOnly; SameSite=Strict`,
  );
});
