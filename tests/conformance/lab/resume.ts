import { vi } from 'vitest';
import type { LabUnderTest } from './lab-under-test.ts';
import { RawWebSocket } from './raw-websocket.ts';

/**
 * Subscribes as a client that has seen `lastEventId`: over HTTP by the header, which is what
 * EventSource sends when it reconnects, over WebSocket by the field.
 * @returns the ids of the next `count` events, as they came.
 */
export async function resume(
  lab: LabUnderTest,
  id: string,
  lastEventId: number,
  count: number,
): Promise<number[]> {
  return lab.variant.transport === 'http'
    ? resumeHttp(lab, id, lastEventId, count)
    : resumeWebSocket(lab, id, lastEventId, count);
}

async function resumeHttp(
  lab: LabUnderTest,
  id: string,
  lastEventId: number,
  count: number,
): Promise<number[]> {
  return lab.page(2).evaluate(
    async ({ id, lastEventId, count }) => {
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(10_000)]);
      const headers = { 'last-event-id': `${lastEventId}` };
      const response = await fetch(`/covalues/${id}/events`, { headers, signal });
      const type = response.headers.get('content-type');
      if (type !== 'text/event-stream') throw new Error(`content type ${type}`);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      let ids: number[] = [];
      while (ids.length < count) {
        const piece = await reader?.read();
        if (!piece || piece.done) throw new Error(`the stream ended after ${ids.length} events`);
        text += piece.value;
        const events = text.matchAll(/^event: mutation\nid: (\d+)\ndata: .*\n\n/gm);
        ids = Array.from(events, ([, eventId]) => Number(eventId));
      }
      stop.abort();
      return ids;
    },
    { id, lastEventId, count },
  );
}

async function resumeWebSocket(
  lab: LabUnderTest,
  id: string,
  lastEventId: number,
  count: number,
): Promise<number[]> {
  using socket = await RawWebSocket.open(lab.port);
  socket.sendText({ type: 'subscribe', requestId: 1, id, lastEventId });
  const ids = (): number[] =>
    socket.messages.flatMap((message) => (message.type === 'event' ? [message.eventId] : []));
  await vi.waitFor(
    () => {
      if (ids().length < count) throw new Error(`${ids().length} of ${count} events came`);
    },
    { timeout: 10_000, interval: 10 },
  );
  return ids();
}
