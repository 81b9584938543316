import { expect, test } from 'vitest';
import { parseServerOptions } from './command-line.ts';

const NEEDED = ['--variant', 'node-ws', '--port', '1', '--assets', 'page', '--data', 'data'];

test('without another option nobody may frame a lane', () => {
  expect(parseServerOptions(NEEDED).frameOrigin).toBeNull();
});

test('an origin may', () => {
  const { frameOrigin } = parseServerOptions([...NEEDED, '--frame-origin', 'https://[::1]:8460']);
  expect(frameOrigin).toBe('https://[::1]:8460');
});

test.each([
  '',
  '*',
  'https://a.example/',
  'https://a.example; script-src *',
  "'self'",
  'https://a.example https://b.example',
  'a.example',
  'https://*',
  'https://a;script-src',
])('what is no origin becomes no header: %j', (text) => {
  expect(() => parseServerOptions([...NEEDED, '--frame-origin', text])).toThrow('is no origin');
});
