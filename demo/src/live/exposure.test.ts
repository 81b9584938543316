import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { exposureOf } from './exposure.ts';

const token = '0123456789abcdef';
/** Every machine has it. */
const expose = '127.0.0.1';

test('without an address nothing is exposed, whatever the environment has', () => {
  expect(exposureOf({}, { HOLBENCH_DEMO_TOKEN: token })).toBeNull();
  expect(exposureOf({ replay: 'run' }, {})).toBeNull();
});

test('the token is that of the option, else that of the environment', () => {
  const env = { HOLBENCH_DEMO_TOKEN: 'of-the-environment' };
  expect(exposureOf({ expose, token }, env)).toEqual({ address: expose, token });
  expect(exposureOf({ expose }, env)).toEqual({ address: expose, token: 'of-the-environment' });
});

test('loopback may be named as the network that is not emulated', () => {
  const exposure = { address: expose, token };
  expect(exposureOf({ expose, token, network: 'loopback' }, {})).toEqual(exposure);
});

test.each([
  ['no token', { expose }, `--expose needs a token: HOLBENCH_DEMO_TOKEN=$(openssl rand -hex 16)`],
  ['no address', { token }, '--token is for --expose ADDRESS; add it'],
  ['a short token', { expose, token: token.slice(1) }, '--token: expected 16 to 256 characters'],
  ['a token to quote', { expose, token: `${token};` }, '--token: expected 16 to 256 characters'],
  ['an empty token', { expose, token: '' }, '--token: expected 16 to 256 characters'],
  ['every address', { expose: '0.0.0.0', token }, 'one real address, not 0.0.0.0; '],
  ['every address of IPv6', { expose: '::', token }, 'one real address, not ::; '],
  ['an address of IPv6', { expose: '::1', token }, '::1 is of IPv6, which a page’s '],
  ['a name', { expose: 'localhost', token }, "'localhost' is no address of this machine; "],
  ['another machine', { expose: '203.0.113.77', token }, 'is no address of this machine; '],
  ['a port', { expose: '127.0.0.1:8460', token }, 'is no address of this machine; '],
  ['an emulated network', { expose, token, network: 'reference-4g' }, 'leave out --network, '],
  ['a loss', { expose, token, loss: '1%' }, 'leave out --loss, this network is real'],
  ['a run', { expose, token, replay: 'run' }, '--expose is for a live demo; '],
  ['a picture', { expose, token, screenshot: 'a.png' }, 'leave out --screenshot'],
])('it is refused with %s', (_, asked, reason) => {
  expect(() => exposureOf(asked, {})).toThrow(reason);
});

test('a refused token of the environment is named so', () => {
  expect(() => exposureOf({ expose }, { HOLBENCH_DEMO_TOKEN: 'short' })).toThrow(
    'HOLBENCH_DEMO_TOKEN: expected 16 to 256 characters of A-Z, a-z, 0-9, _ and -; openssl rand -hex 16 makes them',
  );
});

test('an address that is refused names those that this machine has', () => {
  const own = Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each?.family === 'IPv4' && !each.internal ? [each.address] : []));
  expect(() => exposureOf({ expose: '0.0.0.0', token }, {})).toThrow(
    own.length === 0 ? 'this machine has none of IPv4' : `use ${own.join(' or ')}`,
  );
});
