import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OwnTimeLimit } from './own-time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(limitMs: number) {
  const limit = new OwnTimeLimit(limitMs, 'hung');
  const state = { isOver: false };
  limit.over.catch(() => (state.isOver = true));
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { limit, state, pass };
}

it('is over when its time is up', async () => {
  const { state, pass } = watched(100);
  await pass(99);
  expect(state.isOver).toBe(false);
  await pass(1);
  expect(state.isOver).toBe(true);
});

it('does not count what the cell waits, and counts its work', async () => {
  const { limit, state, pass } = watched(100);
  await pass(50);
  const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
  const { promise: work, resolve: end } = Promise.withResolvers<void>();
  const waited = limit.waiting(
    (enter) => turn.then(enter),
    () => work,
  );
  await pass(1_000);
  begin();
  await pass(49);
  expect(state.isOver).toBe(false);
  end();
  await waited;
  await pass(1);
  expect(state.isOver).toBe(true);
});

it('counts again when the wait fails', async () => {
  const { limit, state, pass } = watched(100);
  const refused = limit.waiting(
    () => Promise.reject(new Error('ended')),
    () => Promise.resolve(),
  );
  await expect(refused).rejects.toThrow('ended');
  await pass(100);
  expect(state.isOver).toBe(true);
});

it('stays silent after its end', async () => {
  const { limit, state, pass } = watched(100);
  limit[Symbol.dispose]();
  await limit.waiting(
    (work) => work(),
    () => Promise.resolve(),
  );
  await pass(1_000);
  expect(state.isOver).toBe(false);
});
