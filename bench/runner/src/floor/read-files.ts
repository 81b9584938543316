/**
 * What the floor's page does, by protocol: it loads `parallel` files at once, reads and counts.
 * These functions run in the page, so they use nothing but their arguments.
 * @returns milliseconds from the first request to the last byte.
 */
export const READ_FILES = { fetch: readByFetch, webSocket: readByWebSocket } as const;

export interface ReadSpec {
  readonly parallel: number;
  readonly bytes: number;
}

async function readByFetch({ parallel, bytes }: ReadSpec): Promise<number> {
  const startedAt = performance.now();
  const read = async (): Promise<void> => {
    const { body } = await fetch('/file', { cache: 'no-store' });
    if (!body) throw new Error('a response without a body');
    const reader = body.getReader();
    let count = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      count += value.byteLength;
    }
    if (count !== bytes) throw new Error(`${count} of ${bytes} bytes arrived`);
  };
  await Promise.all(Array.from({ length: parallel }, read));
  return performance.now() - startedAt;
}

async function readByWebSocket({ parallel, bytes }: ReadSpec): Promise<number> {
  const webSocket = new WebSocket(`wss://${location.host}/`);
  webSocket.binaryType = 'arraybuffer';
  await new Promise((resolve, reject) => {
    webSocket.onopen = resolve;
    webSocket.onerror = () => reject(new Error('the WebSocket did not open'));
  });
  const startedAt = performance.now();
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    webSocket.onclose = () => reject(new Error(`closed after ${count} bytes`));
    webSocket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      count += data.byteLength;
      if (count >= parallel * bytes) resolve();
    };
    for (let file = 0; file < parallel; file += 1) webSocket.send('file');
  });
  return performance.now() - startedAt;
}
