import { expect, test } from 'vitest';
import { httpProtocol, isOverQuic } from './protocols.ts';
import { VARIANTS } from './registry.ts';
import { stackOf } from './stacks.ts';

const idsWhere = (holds: (variant: (typeof VARIANTS)[number]) => boolean): string[] =>
  VARIANTS.flatMap((variant) => (holds(variant) ? variant.id : []));

test('without TCP are the stacks over QUIC alone', () => {
  expect(idsWhere((variant) => !stackOf(variant).name.includes('Linux TCP'))).toEqual(
    idsWhere(({ protocol }) => isOverQuic(protocol)),
  );
});

test('windows has every stack over HTTP/2 and QUIC, and no other', () => {
  expect(idsWhere((variant) => stackOf(variant).receiveWindows !== null)).toEqual(
    idsWhere((variant) => isOverQuic(variant.protocol) || httpProtocol(variant) !== 'http/1.1'),
  );
});

test('a measured order has every stack of HTTP/2 and HTTP/3, and no other', () => {
  expect(idsWhere((variant) => typeof stackOf(variant).scheduling !== 'string')).toEqual(
    idsWhere(({ protocol }) => protocol === 'h2' || protocol === 'h3'),
  );
});

test('a variant names a stack of the program that speaks to its clients', () => {
  for (const { stack, proxy, server } of VARIANTS) {
    const program = proxy?.kind ?? (server.entry === 'spdy' ? 'spdy' : server.folder);
    expect(stack.startsWith(`${program} `)).toBe(true);
  }
});
