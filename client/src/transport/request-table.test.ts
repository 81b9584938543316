import type { DownMessage } from '@holbench/protocol/messages';
import { beforeEach, expect, test, vi } from 'vitest';
import { RequestTable } from './request-table.ts';
import { pageError } from '@holbench/scenarios/port/transport-error';

const never = new AbortController().signal;
const cancel = vi.fn<(requestId: number) => void>();
let table: RequestTable;

beforeEach(() => {
  cancel.mockReset();
  table = new RequestTable(cancel);
});

function mutated(requestId: number): DownMessage {
  return { type: 'mutated', requestId, eventId: 1 };
}

test('hands each answer to the request that it belongs to', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const a = table.open(never, { message: first });
  const b = table.open(never, { message: second });
  expect(a.requestId).not.toBe(b.requestId);
  table.message(b.requestId, mutated(b.requestId), 5);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledExactlyOnceWith(mutated(b.requestId), 5);
});

test('hands chunks likewise, and ignores those of a request that is closed', () => {
  const chunk = vi.fn<() => void>();
  const request = table.open(never, { message: () => {}, chunk });
  const frame = { requestId: request.requestId, index: 0, bytes: new Uint8Array(1) };
  table.chunk(frame);
  request.close();
  table.chunk(frame);
  expect(chunk).toHaveBeenCalledExactlyOnceWith(frame);
  expect(table.size).toBe(0);
});

test('fails the request that the server refused, with its code, and no other', async () => {
  const refused = table.open(never, { message: () => {} });
  const other = table.open(never, { message: () => {} });
  const { requestId } = refused;
  const failed = { type: 'failed', requestId, error: 'no_file', message: 'none' } as const;
  table.message(requestId, failed, 0);
  await expect(refused.failed).rejects.toMatchObject({ code: 'no_file', message: 'none' });
  expect(table.has(requestId)).toBe(false);
  expect(table.has(other.requestId)).toBe(true);
});

test('fails a request whose listener throws', async () => {
  const request = table.open(never, {
    message: () => {
      throw pageError('unexpected_answer', 'expected loaded');
    },
  });
  table.message(request.requestId, mutated(request.requestId), 0);
  await expect(request.failed).rejects.toMatchObject({ code: 'unexpected_answer' });
});

test('fails every request when the connection is lost', async () => {
  const requests = [1, 2, 3].map(() => table.open(never, { message: () => {} }));
  table.failAll(pageError('connection_lost', 'WebSocket closed with 1006'));
  for (const { failed } of requests) {
    await expect(failed).rejects.toMatchObject({ code: 'connection_lost' });
  }
  expect(table.size).toBe(0);
  expect(cancel).not.toHaveBeenCalled();
});

test('cancels a request whose signal is aborted, once, with the code of the reason', async () => {
  const controller = new AbortController();
  const request = table.open(controller.signal, { message: () => {} });
  controller.abort(new DOMException('signal timed out', 'TimeoutError'));
  await expect(request.failed).rejects.toMatchObject({ code: 'timeout' });
  expect(cancel).toHaveBeenCalledExactlyOnceWith(request.requestId);
});

test('does not cancel a request that was answered before the abort', () => {
  const controller = new AbortController();
  table.open(controller.signal, { message: () => {} }).close();
  controller.abort();
  expect(cancel).not.toHaveBeenCalled();
});
