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
  if (lab.variant.protocol === 'h3') return stopPage(lab, id, count);
  const stalled = await stalledDownloads(lab.variant, lab.port, `/covalues/${id}/file`, count);
  return { [Symbol.asyncDispose]: async () => stalled[Symbol.dispose]() };
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
async function stopPage(lab: LabUnderTest, id: string, count: number): Promise<AsyncDisposable> {
  const page = await lab.openPage();
  await page.evaluate(
    async ({ id, count }) => {
      const fetches = Array.from({ length: count }, () => fetch(`/covalues/${id}/file`));
      // Kept: an unread response that nobody holds would be collected, and its transfer cancelled.
      Object.assign(window, { stalled: fetches });
      // Not all of them: headers count against the connection's flow control, too, which the first
      // bodies may use up.
      await Promise.race(fetches);
    },
    { id, count },
  );
  return { [Symbol.asyncDispose]: () => page.context().close() };
}
