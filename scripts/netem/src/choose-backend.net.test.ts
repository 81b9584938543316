import type { LinkDirection } from '@holbench/results/network-profile';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import type { Backend, BackendId } from './backend.ts';
import {
  backendOption,
  BACKENDS,
  chooseAmong,
  chooseBackend,
  whyUnavailable,
} from './choose-backend.ts';

const direction: LinkDirection = {
  rateKbps: 1000,
  delayMs: 10,
  jitterMs: 0,
  lossFraction: 0,
  lossBurstPackets: 1,
  queue: { kind: 'droptail', limitBytes: 3000 },
};
const profile = { id: 'somewhere', down: direction, up: direction };

interface Answers {
  readonly unavailable?: string;
  readonly unsupported?: string;
}

/** A backend that only answers whether it can; `tries` counts how often it was tried. */
function backend(
  id: BackendId,
  { unavailable, unsupported }: Answers = {},
): Backend & {
  tries: number;
} {
  return {
    id,
    tries: 0,
    async whyUnavailable() {
      this.tries += 1;
      return unavailable ?? null;
    },
    whyUnsupported: () => unsupported ?? null,
    seedsLosses: async () => true,
    version: async () => '1',
    start: () => Promise.reject(new Error('not to be started')),
  };
}

test('the first that can is chosen', async () => {
  const backends = [backend('none', { unsupported: 'shapes nothing' }), backend('tc')];
  expect(await chooseAmong([...backends, backend('rattan')], profile)).toEqual({
    backend: backends[1],
    why: 'tc works here',
  });
});

test('why an earlier one was passed over is said', async () => {
  const tc = backend('tc', { unavailable: 'this kernel has no sch_netem' });
  const rattan = backend('rattan');
  expect(await chooseAmong([tc, rattan], profile)).toEqual({
    backend: rattan,
    why: 'rattan works here; tc: this kernel has no sch_netem',
  });
});

test('where none can, every reason is in one line', async () => {
  const choice = await chooseAmong(
    [
      backend('none', { unsupported: 'shapes nothing' }),
      backend('tc', { unavailable: 'this kernel has no sch_netem' }),
      backend('rattan', { unavailable: 'rattan is missing; run ./setup.sh' }),
    ],
    profile,
  );
  expect(choice).toEqual({
    backend: null,
    why: 'nothing here can make somewhere: tc: this kernel has no sch_netem; rattan: rattan is missing; run ./setup.sh',
  });
});

test('a forced `none` says why not', async () => {
  const choice = await chooseAmong([backend('none', { unsupported: 'shapes nothing' })], profile);
  expect(choice.why).toBe('nothing here can make somewhere: none: shapes nothing');
});

test('one that cannot do the profile is not tried, the others once', async () => {
  const unable = backend('tc', { unsupported: 'no jitter' });
  const able = backend('rattan');
  await chooseAmong([unable, able], profile);
  await chooseAmong([unable, able], profile);
  await whyUnavailable(able);
  expect([unable.tries, able.tries]).toEqual([0, 1]);
});

test('an unknown backend is refused with the names of the known ones', () => {
  const command = new Command()
    .addOption(backendOption())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const names = BACKENDS.map(({ id }) => id).join(', ');
  expect(() => command.parse(['--backend', 'ns3'], { from: 'user' })).toThrow(names);
});

test('loopback needs no backend, and no root', async () => {
  expect(await chooseBackend({ ...profile, id: 'loopback' })).toEqual({
    backend: null,
    why: 'loopback is the machine’s own device, which nothing emulates or certifies',
  });
});
