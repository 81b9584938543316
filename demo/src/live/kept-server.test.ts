import type { RunningVariant } from '@holbench/harness/start-variant';
import { variant as variantOf } from '@holbench/variants/registry';
import { expect, test, vi } from 'vitest';
import { keptServer } from './kept-server.ts';

/** A server as far as it is kept: it ends when it is told to. */
function server() {
  const ended = Promise.withResolvers<string>();
  const stop = vi.fn<RunningVariant['stop']>(async () => null);
  const running: RunningVariant = {
    variant: variantOf('node-ws'),
    origin: 'https://127.0.0.1:8441',
    port: 8_441,
    versions: {},
    processes: [],
    ended: ended.promise,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
  return { running, stop, end: ended.resolve };
}

test('a server that ends is started again, also after a start that failed', async () => {
  const [first, second] = [server(), server()];
  const start = vi
    .fn<() => Promise<RunningVariant>>()
    .mockResolvedValueOnce(first.running)
    .mockRejectedValueOnce(new Error('port in use'))
    .mockResolvedValueOnce(second.running);
  const told: string[] = [];
  await using kept = await keptServer(start, (text) => told.push(text));
  expect(kept.origin).toBe('https://127.0.0.1:8441');
  first.end('the server ended (signal SIGKILL)');
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(3), { timeout: 5_000 });
  expect(first.stop).toHaveBeenCalledOnce();
  expect(told).toEqual(['the server ended (signal SIGKILL); starting it again', 'port in use']);
});

test('one that is not wanted any more is stopped, and not started again', async () => {
  const only = server();
  const start = vi.fn<() => Promise<RunningVariant>>().mockResolvedValueOnce(only.running);
  const kept = await keptServer(start, () => {});
  await kept[Symbol.asyncDispose]();
  only.end('late');
  expect(only.stop).toHaveBeenCalledOnce();
  expect(start).toHaveBeenCalledOnce();
});
