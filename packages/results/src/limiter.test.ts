import { expect, test } from 'vitest';
import { limiterOf } from './limiter.ts';
import type { ResourceTimeline } from './resources.ts';

const side = { delayMs: 25, jitterMs: 0, lossFraction: 0, lossBurstPackets: 1, queue: null };
const IDEAL = { down: { ...side, rateKbps: null }, up: { ...side, rateKbps: null } };
const SHAPED = { down: { ...side, rateKbps: 20_000 }, up: { ...side, rateKbps: 10_000 } };
const STEPS = 8;

/** Two seconds in which nothing happens, but for what a test says. */
function resources(
  changes: Partial<Record<string, number[]>> & { measuring?: number[] },
  cores = 4,
) {
  const list = (name: string, otherwise = 0) =>
    Array.from({ length: STEPS }, (_, step) => changes[name]?.[step] ?? otherwise);
  const groups = ['server', 'proxy', 'browser', 'artillery', 'emulator', 'siblings'];
  const timeline: ResourceTimeline = {
    intervalMs: 250,
    measuring: list('measuring', 1),
    cores: Object.fromEntries(groups.map((group) => [group, list(group)])),
    busiestThread: Object.fromEntries(groups.map((group) => [group, list(`${group} thread`)])),
    machine: list('machine'),
    wireKbps: { down: list('down'), up: list('up') },
  };
  return { timeline, machine: { cores, busyShare: 0 } };
}

const all = (value: number) => Array.from({ length: STEPS }, () => value);
const first = (count: number, value: number, rest = 0) =>
  all(rest).map((other, step) => (step < count ? value : other));

test('a full link', () => {
  const used = resources({ down: first(7, 19_200, 10_000), server: all(0.3) });
  expect(limiterOf(used, SHAPED)).toEqual({
    verdict: 'link',
    why: 'link: 96 % of 20 Mbit/s down for 88 % of the busy time (2.0 s)',
  });
  expect(limiterOf(resources({ up: all(9_000) }), SHAPED)?.why).toBe(
    'link: 90 % of 10 Mbit/s up for 100 % of the busy time (2.0 s)',
  );
});

test('a link is full from 90 % on, for half of the busy time', () => {
  expect(limiterOf(resources({ down: all(17_999) }), SHAPED)?.verdict).toBe('none');
  expect(limiterOf(resources({ down: first(4, 18_000, 3_000) }), SHAPED)?.verdict).toBe('link');
  expect(limiterOf(resources({ down: first(3, 18_000, 3_000) }), SHAPED)).toEqual({
    verdict: 'none',
    why: 'none: at its limit for a part of the busy time (2.0 s): link 38 %',
  });
});

test('only time in which something moves or works is looked at', () => {
  // Probes alone, 5 % of the link, are no load.
  expect(limiterOf(resources({ down: first(4, 19_000, 1_000) }), SHAPED)?.why).toBe(
    'link: 95 % of 20 Mbit/s down for 100 % of the busy time (1.0 s)',
  );
  expect(limiterOf(resources({ server: first(4, 0.25, 0.24) }), SHAPED)?.why).toBe(
    'none: nothing at its limit in the busy time (1.0 s)',
  );
});

test('the time in which pages open is not looked at', () => {
  const measuring = first(4, 0.4, 1);
  const used = resources({ measuring, browser: all(1), 'browser thread': first(4, 1) });
  expect(limiterOf(used, IDEAL)?.verdict).toBe('none');
});

test('under a second there is no verdict', () => {
  expect(limiterOf(resources({ down: first(3, 20_000) }), SHAPED)).toEqual({
    verdict: 'none',
    why: 'none: too short to judge, the busy time (0.8 s) is under 1 s',
  });
});

test('nothing is limited by a link without a rate', () => {
  expect(limiterOf(resources({ down: all(900_000) }), IDEAL)?.verdict).toBe('none');
});

test('a Node server has one thread, of which 90 % is all', () => {
  const used = resources({ server: all(1.2), 'server thread': all(0.94) });
  expect(limiterOf(used, IDEAL)).toEqual({
    verdict: 'server',
    why: 'server: 94 % of one core in a thread of the server for 100 % of the busy time (2.0 s)',
  });
  const threads = resources({ server: all(1.2), 'server thread': all(0.6) });
  expect(limiterOf(threads, IDEAL)?.verdict).toBe('none');
});

test('the proxy counts as server, and as one thread', () => {
  expect(limiterOf(resources({ proxy: all(1.3), 'proxy thread': all(0.5) }), IDEAL)).toEqual({
    verdict: 'server',
    why: 'server: 100 % of one core in the proxy for 100 % of the busy time (2.0 s)',
  });
});

test('the client goes before the server, and the server before the link', () => {
  const both = { server: all(1), 'server thread': all(1), down: all(20_000) };
  expect(limiterOf(resources(both), SHAPED)?.verdict).toBe('server');
  for (const group of ['browser', 'artillery']) {
    const used = resources({ ...both, [group]: all(1), [`${group} thread`]: all(0.9) });
    expect(limiterOf(used, SHAPED)?.verdict).toBe('client');
  }
});

test('a tenth of the time is enough for the emulator', () => {
  const full = { browser: all(1), 'browser thread': all(1) };
  const emulator = { emulator: first(1, 1), 'emulator thread': first(1, 0.9) };
  expect(limiterOf(resources({ ...full, ...emulator }), SHAPED)).toEqual({
    verdict: 'emulator',
    why: 'emulator: 90 % of one core in a thread of the emulator for 13 % of the busy time (2.0 s)',
  });
});

test('a full machine is the limit of whoever has most of it', () => {
  const machine = all(0.97);
  const used = resources({ machine, browser: all(1.1), server: all(0.8) }, 2);
  expect(limiterOf(used, IDEAL)).toEqual({
    verdict: 'client',
    why: 'client: 97 % of all 2 cores, more of them by the client for 100 % of the busy time (2.0 s)',
  });
  const server = resources({ machine, browser: all(0.6), server: all(0.5), proxy: all(0.8) }, 2);
  expect(limiterOf(server, IDEAL)?.verdict).toBe('server');
  // The emulator is served before everybody: it is in nobody's way, and nobody in its.
  const emulated = resources(
    { machine, emulator: all(0.8), browser: all(0.7), server: all(0.5) },
    2,
  );
  expect(limiterOf(emulated, SHAPED)?.verdict).toBe('client');
  // Somebody else's work fills it.
  expect(limiterOf(resources({ machine, browser: all(0.9) }, 2), IDEAL)).toEqual({
    verdict: 'none',
    why: 'none: nothing at its limit in the busy time (2.0 s); other work filled the machine for 100 % of that time',
  });
  const thread = { browser: all(0.9), 'browser thread': all(0.9) };
  expect(limiterOf(resources({ machine, ...thread }, 2), IDEAL)?.why).toBe(
    'client: 90 % of one core in a thread of the browser for 100 % of the busy time (2.0 s); ' +
      'other work filled the machine for 100 % of that time',
  );
});

test('cells side by side count as the lab’s own work, and are named', () => {
  const machine = all(0.97);
  // A third of the machine each: the cell was measured on a full machine, by the lab's own choice.
  const third = resources({ machine, browser: all(0.5), server: all(0.1), siblings: all(1.2) }, 2);
  expect(limiterOf(third, SHAPED)).toEqual({
    verdict: 'client',
    why:
      'client: 97 % of all 2 cores, more of them by the client for 100 % of the busy time (2.0 s); ' +
      'cells side by side with this one filled the machine for 100 % of that time',
  });
  // Processes outside of the lab fill it most of the time, and siblings in a quarter.
  const mixed = resources({ machine, browser: all(0.3), siblings: first(2, 1.2, 0.2) }, 2);
  expect(limiterOf(mixed, SHAPED)?.why).toBe(
    'none: at its limit for a part of the busy time (2.0 s): client 25 %; cells side by side with this one filled the machine for 25 % of that time; other work filled the machine for 75 % of that time',
  );
  // With cores to spare they change nothing.
  const spare = resources({ down: all(19_000), machine: all(0.6), siblings: all(0.8) }, 2);
  expect(limiterOf(spare, SHAPED)?.why).toBe(
    'link: 95 % of 20 Mbit/s down for 100 % of the busy time (2.0 s)',
  );
});

test('without a timeline there is no verdict', () => {
  expect(limiterOf({ timeline: null, machine: null }, SHAPED)).toBeNull();
});
