import { once } from 'node:events';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '@holbench/protocol/chunk-frame';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { chunkCount, UPLOAD_WINDOW_CHUNKS } from '@holbench/protocol/limits';
import { DownMessage } from '@holbench/protocol/messages/down';
import type { UpMessage } from '@holbench/protocol/messages/up';
import { parseJson } from '@holbench/protocol/parse';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { sendInWindow } from '@holbench/client/transport/upload-window';
import { WebSocket } from 'ws';
import { UPLOAD_TEXT, type LabClient } from './lab-client.ts';

/** Users over WebSockets, one each. Certificates are the lab's own, so they are not verified. */
export function webSocketClient(origin: string): LabClient {
  const sockets: WebSocket[] = [];
  const connect = async (): Promise<WebSocket> => {
    const url = `${origin.replace(/^http/, 'ws')}${WEBSOCKET_PATH}`;
    const options = { rejectUnauthorized: false, perMessageDeflate: false };
    const socket = new WebSocket(url, WEBSOCKET_SUBPROTOCOL, options);
    sockets.push(socket);
    await once(socket, 'open');
    socket.on('error', () => {});
    return socket;
  };

  return {
    async stall(id) {
      const socket = await connect();
      send(socket, { type: 'loadFile', requestId: 0, id });
      await once(socket, 'message');
      socket.pause();
    },
    async upload({ bytes, sha256, chunk }) {
      const socket = await connect();
      const answers = listen(socket);
      const created = answers.next('created');
      send(socket, { type: 'create', requestId: 0, text: UPLOAD_TEXT, file: { bytes, sha256 } });
      await created;
      await sendInWindow(chunkCount(bytes), UPLOAD_WINDOW_CHUNKS, async (index) => {
        const stored = answers.next(`chunk ${index}`);
        const content = chunk(index);
        const frame = new Uint8Array(CHUNK_HEADER_BYTES + content.byteLength);
        writeChunkHeader(frame, 0, index);
        frame.set(content, CHUNK_HEADER_BYTES);
        socket.send(frame);
        await stored;
      });
    },
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}

function send(socket: WebSocket, message: UpMessage): void {
  socket.send(JSON.stringify(message));
}

/** The answers that somebody waits for, by `created` and `chunk <index>`. */
function listen(socket: WebSocket): { next: (name: string) => Promise<void> } {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const rejectAll = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
  };
  socket.on('close', (code) => rejectAll(`the WebSocket closed with ${code}`));
  socket.on('message', (data: Buffer) => {
    const message = parseJson(DownMessage, data.toString('utf8'));
    if (message.type === 'failed') rejectAll(`${message.error}: ${message.message}`);
    const name = message.type === 'chunkStored' ? `chunk ${message.index}` : message.type;
    waiting.get(name)?.resolve();
    waiting.delete(name);
  });
  return {
    next: (name) => {
      const answer = Promise.withResolvers<void>();
      waiting.set(name, answer);
      return answer.promise;
    },
  };
}
