import { sendChunks } from '@holbench/protocol/flow/send-chunks';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '@holbench/protocol/chunk-frame';
import type { ChunkForm } from '@holbench/protocol/chunk-form';
import type { FileInfo } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import { chunkLength } from '@holbench/protocol/wire-limits';
import type { CreatedCoValue, StoredChunk } from '@holbench/protocol/bodies';
import type { UpMessage } from '@holbench/protocol/messages';
import { toBase64 } from './base64.ts';
import type { ClientTransport, Completed } from '@holbench/scenarios/port/client-transport';
import { DownloadCheck } from './download-check.ts';
import { pageError, type TransportError } from '@holbench/scenarios/port/transport-error';
import { checkStored, uploadTerms } from './upload.ts';
import { expectAnswer, type WebSocketRequests } from './websocket-requests.ts';

/** `ClientTransport.loadFile` over a WebSocket. */
export async function loadFile(
  requests: WebSocketRequests,
  ...[id, signal, onBytes]: Parameters<ClientTransport['loadFile']>
): Promise<Completed<FileInfo>> {
  const check = await DownloadCheck.begin(onBytes);
  const completed = Promise.withResolvers<Omit<Completed<FileInfo>, 'protocol'>>();
  let file: FileInfo | null = null;
  const request = requests.open({ type: 'loadFile', id }, signal, {
    message: (message) => {
      file = expectAnswer('fileBegin', message).file;
    },
    chunk: ({ bytes }) => {
      if (!file) throw pageError('unexpected_answer', 'a chunk came before its fileBegin');
      check.add(bytes);
      if (check.bytes >= file.bytes) completed.resolve(check.finish(file));
    },
  });
  try {
    const download = await Promise.race([completed.promise, request.failed]);
    return { ...download, protocol: requests.protocol };
  } finally {
    request.close();
    check.release();
  }
}

/** `ClientTransport.createWithFile` over a WebSocket. */
export async function createWithFile(
  requests: WebSocketRequests,
  ...[text, source, signal, onBytes]: Parameters<ClientTransport['createWithFile']>
): Promise<Completed<CoValueId>> {
  const file = source.declaration;
  const created = Promise.withResolvers<CreatedCoValue>();
  const unacknowledged = new Map<number, PromiseWithResolvers<StoredChunk>>();
  let endedAtMs = 0;
  const request = requests.open({ type: 'create', text, file }, signal, {
    message: (message, atMs) => {
      if (message.type === 'created') return created.resolve(message);
      const stored = expectAnswer('chunkStored', message);
      endedAtMs = atMs;
      unacknowledged.get(stored.index)?.resolve(stored);
      unacknowledged.delete(stored.index);
    },
  });

  const ended = new AbortController();
  const upload = async (): Promise<CoValueId> => {
    const answer = await created.promise;
    const terms = uploadTerms(answer);
    const { messages } = await requests.connection.socket();
    const window = requests.bulkWindow;
    const stored = await sendChunks(file.bytes, terms, async (index) => {
      const length = chunkLength(file.bytes, index, terms.chunkBytes);
      if (!(await window.enter(length, ended.signal))) throw uploadEnded();
      const acknowledged = Promise.withResolvers<StoredChunk>();
      unacknowledged.set(index, acknowledged);
      try {
        const chunk = source.chunk(index, terms.chunkBytes);
        messages.sendChunk(encodeChunk(terms.encoding, request.requestId, index, chunk));
        const stored = await acknowledged.promise;
        onBytes?.(length);
        return stored;
      } finally {
        window.leave(length);
      }
    });
    checkStored(file, stored);
    return answer.id;
  };
  try {
    const id = await Promise.race([upload(), request.failed]);
    return { value: id, bytes: file.bytes, endedAtMs, protocol: requests.protocol };
  } finally {
    request.close();
    // Chunks of an ended upload free their place in the window.
    ended.abort();
    for (const { reject } of unacknowledged.values()) reject(uploadEnded());
  }
}

function uploadEnded(): TransportError {
  return pageError('aborted', 'the upload has ended');
}

function encodeChunk(
  encoding: ChunkForm['encoding'],
  requestId: number,
  index: number,
  chunk: Uint8Array<ArrayBuffer>,
): string | Uint8Array<ArrayBuffer> {
  if (encoding === 'base64-json') {
    const message: UpMessage = { type: 'chunk', requestId, index, data: toBase64(chunk) };
    return JSON.stringify(message);
  }
  const frame = new Uint8Array(CHUNK_HEADER_BYTES + chunk.byteLength);
  writeChunkHeader(frame, requestId, index);
  frame.set(chunk, CHUNK_HEADER_BYTES);
  return frame;
}
