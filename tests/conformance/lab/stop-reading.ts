import type { LabUnderTest } from './lab-under-test.ts';
import { stalledDownloads } from './raw-http.ts';
import { RawWebSocket } from './raw-websocket.ts';

/** Begins `count` downloads whose reader stops after the first bytes; disposing of it leaves. */
export async function stopReading(
  lab: LabUnderTest,
  id: string,
  count: number,
): Promise<AsyncDisposable> {
  if (lab.variant.transport === 'websocket') return stopWebSocket(lab, id, count);
  const path = `/covalues/${id}/file`;
  if (lab.variant.protocol === 'h3') return stopPage(lab, path, count);
  const stalled = await stalledDownloads(lab.variant, lab.port, path, count);
  return { [Symbol.asyncDispose]: async () => stalled[Symbol.dispose]() };
}

/** Subscribes and reads no event; disposing of it leaves. */
export async function stopListening(lab: LabUnderTest, id: string): Promise<AsyncDisposable> {
  if (lab.variant.transport === 'http') return stopPage(lab, `/covalues/${id}/events`, 1);
  const socket = await RawWebSocket.open(lab.port);
  socket.sendText({ type: 'subscribe', requestId: 1, id });
  await socket.message('subscribed');
  socket.stopReading();
  return { [Symbol.asyncDispose]: async () => socket[Symbol.dispose]() };
}

async function stopWebSocket(
  lab: LabUnderTest,
  id: string,
  count: number,
): Promise<AsyncDisposable> {
  const socket = await RawWebSocket.open(lab.port);
  for (let requestId = 1; requestId <= count; requestId++) {
    socket.sendText({ type: 'loadFile', requestId, id });
  }
  await socket.message('fileBegin', count);
  socket.stopReading();
  return { [Symbol.asyncDispose]: async () => socket[Symbol.dispose]() };
}

/** There is no HTTP/3 client but the browser's: a page that does not read what it fetched. */
async function stopPage(lab: LabUnderTest, path: string, count: number): Promise<AsyncDisposable> {
  const page = await lab.openPage();
  await page.evaluate(
    async ({ path, count }) => {
      const fetches = Array.from({ length: count }, () => fetch(path));
      // Kept: an unread response that nobody holds would be collected, and its transfer cancelled.
      Object.assign(window, { stalled: fetches });
      // Not all of them: headers count against the connection's flow control, too, which the first
      // bodies may use up.
      await Promise.race(fetches);
    },
    { path, count },
  );
  return { [Symbol.asyncDispose]: () => page.context().close() };
}
