import { sendChunks } from '@holbench/protocol/flow/send-chunks';
import type { FileInfo } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import { LOADED_FILE_HEADER, LoadedFile } from '@holbench/protocol/bodies';
import { ENDPOINTS } from '@holbench/protocol/endpoints';
import { parseJson } from '@holbench/protocol/parse';
import { toBase64 } from './base64.ts';
import { ChunkLines } from './chunk-lines.ts';
import {
  type ClientTransport,
  type Completed,
  sameProtocol,
} from '@holbench/scenarios/port/client-transport';
import { DownloadCheck } from './download-check.ts';
import type { HttpRequests } from './http-requests.ts';
import { checkStored, uploadTerms } from './upload.ts';

/** Largest read of a download's body. */
const READ_BUFFER_BYTES = 256 * 1024;

/** `ClientTransport.loadFile` over HTTP. */
export async function loadFile(
  requests: HttpRequests,
  ...[id, signal, onBytes]: Parameters<ClientTransport['loadFile']>
): Promise<Completed<FileInfo>> {
  const check = await DownloadCheck.begin(onBytes);
  try {
    const { response, resource } = await requests.fetch('loadFile', { id }, null, signal);
    // One buffer per download, read into again and again (docs/decisions/0003). No body at all
    // is found by its length, too.
    const reader = response.body?.getReader({ mode: 'byob' });
    try {
      const { file, encoding } = parseJson(
        LoadedFile,
        response.headers.get(LOADED_FILE_HEADER) ?? '',
      );
      const lines = encoding === 'raw' ? check : new ChunkLines((chunk) => check.add(chunk));
      let buffer = new Uint8Array(READ_BUFFER_BYTES);
      for (let read = await reader?.read(buffer); read && !read.done;) {
        lines.add(read.value);
        buffer = new Uint8Array(read.value.buffer);
        read = await reader?.read(buffer);
      }
      return { ...check.finish(file), protocol: resource.settled() };
    } catch (error) {
      // Else the server would go on sending refused content.
      void reader?.cancel().catch(() => {});
      throw resource.abandon(error);
    }
  } finally {
    check.release();
  }
}

/** `ClientTransport.createWithFile` over HTTP. */
export async function createWithFile(
  requests: HttpRequests,
  ...[text, source, signal, onBytes]: Parameters<ClientTransport['createWithFile']>
): Promise<Completed<CoValueId>> {
  const file = source.declaration;
  const body = JSON.stringify({ text, file });
  const created = await requests.exchange('create', {}, body, signal);
  const { id } = created.value;
  const terms = uploadTerms(created.value);

  // One failed chunk fails the file: the others in flight need not go on.
  const failed = new AbortController();
  const eitherSignal = AbortSignal.any([signal, failed.signal]);
  try {
    const stored = await sendChunks(file.bytes, terms, async (index) => {
      const chunk = source.chunk(index, terms.chunkBytes);
      const body = terms.encoding === 'raw' ? chunk : JSON.stringify({ data: toBase64(chunk) });
      const put = await requests.exchange('chunk', { id, index }, body, eitherSignal);
      onBytes?.(chunk.byteLength);
      return put;
    });
    checkStored(
      file,
      stored.map(({ value }) => value),
    );
    return {
      value: id,
      bytes: file.bytes,
      endedAtMs: Math.max(created.endedAtMs, ...stored.map(({ endedAtMs }) => endedAtMs)),
      protocol: sameProtocol([created, ...stored].map(({ protocol }) => protocol)),
    };
  } catch (error) {
    failed.abort();
    // Not awaited, like a WebSocket's `cancel`; sent also when the page is being closed. If the
    // server has stopped, the upload has ended anyway.
    const { method } = ENDPOINTS.cancel;
    const url = requests.url('cancel', { id });
    void requests.carrier.fetch(url, { method, keepalive: true }).catch(() => {});
    throw error;
  }
}
