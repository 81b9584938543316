import { EncodedChunk } from '@holbench/protocol/messages/chunk';
import { LOADED_FILE_HEADER, LoadedFile } from '@holbench/protocol/messages/load-file';
import { parseJson } from '@holbench/protocol/parse';
import { vi } from 'vitest';
import type { LabUnderTest } from './lab-under-test.ts';
import { RawWebSocket } from './raw-websocket.ts';

/** A download as it comes over the wire. */
export interface AnnouncedFile {
  readonly loaded: LoadedFile;
  /** Lengths of the chunks, in their order; of a raw HTTP body, which has none, one for the whole. */
  readonly chunks: readonly number[];
  readonly isBase64: boolean;
}

/** Downloads a file without the page's transport. */
export async function announcedFile(lab: LabUnderTest, id: string): Promise<AnnouncedFile> {
  return lab.variant.transport === 'http' ? overHttp(lab, id) : overWebSocket(lab, id);
}

async function overHttp(lab: LabUnderTest, id: string): Promise<AnnouncedFile> {
  const { header, type, length, bytes, text } = await lab.page(0).evaluate(
    async ({ id, name }) => {
      const response = await fetch(`/covalues/${id}/file`);
      const body = new Uint8Array(await response.arrayBuffer());
      const type = response.headers.get('content-type');
      return {
        header: response.headers.get(name) ?? '',
        type,
        length: Number(response.headers.get('content-length')),
        bytes: body.byteLength,
        text: type === 'application/x-ndjson' ? new TextDecoder().decode(body) : '',
      };
    },
    { id, name: LOADED_FILE_HEADER },
  );
  if (length !== bytes) throw new Error(`content-length ${length} of ${bytes} bytes`);
  const loaded = parseJson(LoadedFile, header);
  if (type === 'application/octet-stream') return { loaded, chunks: [bytes], isBase64: false };
  const chunks = text.trimEnd().split('\n');
  const decoded = chunks.map((line) => Buffer.from(parseJson(EncodedChunk, line).data, 'base64'));
  return { loaded, chunks: decoded.map(({ byteLength }) => byteLength), isBase64: true };
}

async function overWebSocket(lab: LabUnderTest, id: string): Promise<AnnouncedFile> {
  using socket = await RawWebSocket.open(lab.port);
  socket.acknowledges = typeof lab.factors.bulkWindowBytes === 'number';
  socket.sendText({ type: 'loadFile', requestId: 1, id });
  const { file, chunkBytes, encoding } = await socket.message('fileBegin', 1);
  const received = (): number => socket.chunks.reduce((bytes, { length }) => bytes + length, 0);
  await vi.waitFor(
    () => {
      if (received() < file.bytes) throw new Error(`${received()} of ${file.bytes} bytes came`);
    },
    { timeout: 10_000, interval: 10 },
  );
  const chunks = socket.chunks.map(({ length }) => length);
  const isBase64 = socket.chunks.every(({ isText }) => isText);
  return { loaded: { file, chunkBytes, encoding }, chunks, isBase64 };
}
