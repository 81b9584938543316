import { variant } from '@holbench/variants/registry';
import type { WatchedLine } from '@holbench/scenarios/port/told';
import { expect, test } from 'vitest';
import { END_MS, WatchedRace } from './watched-race.ts';

const OF = { id: 'run', network: 'lte', link: '20 Mbit/s', direction: 'download' } as const;
const race = () => new WatchedRace(OF, ['node-ws', 'node-http2'].map(variant));

/** Lines of `node-ws`. */
function note(into: WatchedRace, ...whats: WatchedLine['what'][]): void {
  for (const what of whats) into.note({ variant: 'node-ws', what });
}

const OK = { status: 'ok', durationMs: 95, bytes: 5_000, protocol: 'websocket' } as const;
const LOST = {
  status: 'failed',
  code: 'lost',
  reason: 'its connection broke',
  afterMs: 9,
} as const;
const ALONE = [
  { is: 'began', phase: 'alone', atMs: 1_000 },
  { is: 'sent', phase: 'alone', index: 0, atMs: 1_200 },
] as const;

test('a message is on its way until its answer comes', () => {
  const watched = race();
  note(watched, { is: 'starts' }, ...ALONE);
  const [lane, other] = watched.race.lanes;
  expect(lane).toMatchObject({
    messages: [{ sentMs: 200, waitMs: null }],
    delay: 'connection 1',
    besideMs: null,
  });
  expect(other).toMatchObject({ messages: [], delay: 'waits for its turn' });
  note(watched, { is: 'ended', phase: 'alone', index: 0, outcome: OK });
  expect(lane).toMatchObject({
    messages: [{ sentMs: 200, waitMs: 95 }],
    seen: { page: { websocket: 1 } },
  });
});

test('the transfer has its place, and messages of both phases are told apart', () => {
  const watched = race();
  note(
    watched,
    ...ALONE,
    { is: 'began', phase: 'same', atMs: 5_000 },
    { is: 'sent', phase: 'same', index: 0, atMs: 5_100 },
    { is: 'moved', beganAtMs: 5_050, binMs: 100, binBytes: [1, 2] },
    { is: 'ended', phase: 'same', index: 0, outcome: LOST },
  );
  expect(watched.race.lanes[0]).toMatchObject({
    messages: [
      { sentMs: 200, waitMs: null },
      { sentMs: 4_100, waitMs: null, failed: true },
    ],
    besideMs: 4_000,
    bulk: { fromMs: 4_050, binMs: 100, bytes: [1, 2] },
    endMs: 4_100,
  });
});

test('the next connection begins anew', () => {
  const watched = race();
  note(watched, ...ALONE, { is: 'began', phase: 'alone', atMs: 30_000 });
  expect(watched.race.lanes[0]).toMatchObject({ messages: [], delay: 'connection 2', endMs: 0 });
  expect(watched.lanesAtMs(30_700)).toEqual([700, 0]);
  expect(watched.lanesAtMs(90_000)).toEqual([END_MS, 0]);
});

test('a cell that is over says whether it counts', () => {
  const watched = race();
  note(watched, { is: 'done', reasons: ['client-limited'] });
  expect(watched.race.lanes[0]).toMatchObject({
    delay: 'does not count',
    reasons: ['client-limited'],
  });
  note(watched, { is: 'done', reasons: [] });
  expect(watched.race.lanes[0]?.delay).toBe('measured');
});

test('a line of a variant that does not race is nobody’s', () => {
  const watched = race();
  watched.note({ variant: 'uws-ws', what: { is: 'starts' } });
  expect(watched.race.lanes.map(({ delay }) => delay)).toEqual(Array(2).fill('waits for its turn'));
});
