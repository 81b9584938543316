import { once } from 'node:events';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '@holbench/protocol/chunk-frame';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { DownMessage } from '@holbench/protocol/messages/down';
import type { UpMessage } from '@holbench/protocol/messages/up';
import { parseJson } from '@holbench/protocol/parse';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { sendChunks } from '@holbench/client/transport/upload';
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
      const begun = listen(socket).next('fileBegin');
      send(socket, { type: 'loadFile', requestId: 0, id });
      await begun;
      socket.pause();
    },
    async upload({ bytes, sha256, chunk }) {
      const socket = await connect();
      const answers = listen(socket);
      const created = answers.next('created');
      send(socket, { type: 'create', requestId: 0, text: UPLOAD_TEXT, file: { bytes, sha256 } });
      const answer = await created;
      if (answer.type !== 'created' || !answer.upload) throw new Error('the server wants no file');
      await sendChunks(bytes, answer.upload, async (index) => {
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

/** The answers that somebody waits for, by their type or `chunk <index>`. */
function listen(socket: WebSocket): { next: (name: string) => Promise<DownMessage> } {
  const waiting = new Map<string, PromiseWithResolvers<DownMessage>>();
  const rejectAll = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
  };
  socket.on('close', (code) => rejectAll(`the WebSocket closed with ${code}`));
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return;
    const message = parseJson(DownMessage, data.toString('utf8'));
    if (message.type === 'failed') rejectAll(`${message.error}: ${message.message}`);
    const name = message.type === 'chunkStored' ? `chunk ${message.index}` : message.type;
    waiting.get(name)?.resolve(message);
    waiting.delete(name);
  });
  return {
    next: (name) => {
      const answer = Promise.withResolvers<DownMessage>();
      waiting.set(name, answer);
      return answer.promise;
    },
  };
}
