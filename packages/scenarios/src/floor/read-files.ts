/** The load of one file. */
export interface FileRead {
  /** `performance.now()` of the page. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly bytes: number;
  /** `nextHopProtocol`, or `websocket`. */
  readonly protocol: string;
}

export interface ReadSpec {
  /** Files loaded at once. */
  readonly files: number;
  /** Size of each, in bytes. */
  readonly bytes: number;
}

/**
 * Loads files by `fetch` and counts their bytes. It runs in the floor's page, so it uses only its
 * argument. @throws Error in the page when a file is not complete.
 */
export async function readByFetch({ files, bytes }: ReadSpec): Promise<FileRead[]> {
  const named = new Promise<string>((resolve) => {
    const protocols: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry instanceof PerformanceResourceTiming) protocols.push(entry.nextHopProtocol);
      }
      const [first = ''] = protocols;
      const same = protocols.every((protocol) => protocol === first);
      if (protocols.length >= files) resolve(same ? first : 'several');
    }).observe({ type: 'resource' });
  });
  const startedAtMs = performance.now();
  const read = async (): Promise<number> => {
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
    return performance.now() - startedAtMs;
  };
  const durations = await Promise.all(Array.from({ length: files }, read));
  const protocol = await named;
  return durations.map((durationMs) => ({ startedAtMs, durationMs, bytes, protocol }));
}

/**
 * The same over one WebSocket. Its files share the socket and cannot be told apart: the nth is
 * complete when the bytes of n files have arrived.
 */
export async function readByWebSocket({ files, bytes }: ReadSpec): Promise<FileRead[]> {
  const webSocket = new WebSocket(`wss://${location.host}/`);
  webSocket.binaryType = 'arraybuffer';
  await new Promise((resolve, reject) => {
    webSocket.onopen = resolve;
    webSocket.onerror = () => reject(new Error('the WebSocket did not open'));
  });
  const reads: FileRead[] = [];
  const startedAtMs = performance.now();
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    webSocket.onclose = () => reject(new Error(`closed after ${count} bytes`));
    webSocket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      count += data.byteLength;
      while (count >= (reads.length + 1) * bytes) {
        const durationMs = performance.now() - startedAtMs;
        reads.push({ startedAtMs, durationMs, bytes, protocol: 'websocket' });
      }
      if (reads.length === files) resolve();
    };
    for (let file = 0; file < files; file += 1) webSocket.send('file');
  });
  return reads;
}
