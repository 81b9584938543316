import { createHash } from 'node:crypto';
import { LOADED_FILE_HEADER, LoadedFile } from '@holbench/protocol/bodies';
import { readChunkFrame } from '@holbench/protocol/chunk-frame';
import { pathOf } from '@holbench/protocol/endpoints';
import { splitBatch } from '@holbench/protocol/message-batch';
import { DownMessage } from '@holbench/protocol/messages';
import { messageOf } from '@holbench/process/user-error';
import { parseJson } from '@holbench/protocol/parse';
import { requestOf } from '@holbench/raw-clients/http-client';
import {
  type HttpTcpProtocol,
  openHttpClient,
  type TcpProtocol,
} from '@holbench/raw-clients/open-client';
import { startWebSocket } from '@holbench/raw-clients/start-web-socket';
import type { Page } from 'playwright-core';

/** Nothing of a file came, since there was no room: its client may ask again. */
export class Refused extends Error {}

/**
 * Downloads a file over a connection of its own, keeping nothing of it.
 * @throws Refused where no answer has begun.
 * @throws Error when it breaks off, or its SHA-256 is not the announced one.
 */
export function verifiedDownload(protocol: TcpProtocol, origin: string, id: string): Promise<void> {
  return protocol === 'websocket' ? byWebSocket(origin, id) : byHttp(protocol, origin, id);
}

async function byHttp(protocol: HttpTcpProtocol, origin: string, id: string): Promise<void> {
  await using client = openHttpClient(protocol, origin);
  const { status, headers, body } = await client
    .request(requestOf('loadFile', { id }))
    .catch(refused);
  assertStatus(status);
  const { file } = parseJson(LoadedFile, String(headers[LOADED_FILE_HEADER]));
  const hash = createHash('sha256');
  for await (const piece of body) hash.update(piece);
  check(hash.digest('hex'), file.sha256);
}

/** The same by a page's `fetch`. Web Crypto hashes nothing in pieces, so the page has the whole file. */
export async function downloadInPage(page: Page, id: string): Promise<void> {
  const { status, head, sha256 } = await page.evaluate(
    async ([path, header]) => {
      const response = await fetch(path, { cache: 'no-store' }).catch(String);
      if (typeof response === 'string') return { status: response, head: null, sha256: '' };
      const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
      const bytes = Array.from(new Uint8Array(digest), (byte) =>
        byte.toString(16).padStart(2, '0'),
      );
      return {
        status: response.status,
        head: response.headers.get(header),
        sha256: bytes.join(''),
      };
    },
    [pathOf('loadFile', { id }), LOADED_FILE_HEADER] as const,
  );
  assertStatus(status);
  check(sha256, parseJson(LoadedFile, head ?? '').file.sha256);
}

async function byWebSocket(origin: string, id: string): Promise<void> {
  const webSocket = await startWebSocket(origin).catch(refused);
  const hash = createHash('sha256');
  let announced = { bytes: Infinity, sha256: '' };
  let received = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const end = (why: string): void => reject(new (received === 0 ? Refused : Error)(why));
      webSocket.on('error', ({ message }) => end(message));
      webSocket.on('close', (code) => end(`closed with ${code}`));
      webSocket.on('open', () =>
        webSocket.send(JSON.stringify({ type: 'loadFile', requestId: 1, id })),
      );
      webSocket.on('message', (message: Buffer<ArrayBuffer>, isBinary: boolean) => {
        try {
          if (isBinary) {
            const { bytes } = readChunkFrame(message);
            hash.update(bytes);
            received += bytes.byteLength;
          } else {
            for (const json of splitBatch(message.toString('utf8'))) {
              const read = parseJson(DownMessage, json);
              if (read.type === 'fileBegin') announced = read.file;
              if (read.type === 'failed') throw new Error(read.message);
            }
          }
          if (received >= announced.bytes) resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  } finally {
    webSocket.terminate();
  }
  check(hash.digest('hex'), announced.sha256);
}

function assertStatus(status: number | string): void {
  if (status === 200) return;
  const isRoomless = typeof status === 'string' || status === 429 || status === 503;
  throw new (isRoomless ? Refused : Error)(`the status ${status}`);
}

function refused(error: unknown): never {
  throw new Refused(messageOf(error));
}

function check(sha256: string, announced: string): void {
  if (sha256 !== announced) throw new Error(`the SHA-256 is ${sha256}, announced ${announced}`);
}
