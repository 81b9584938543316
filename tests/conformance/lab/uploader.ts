import { ErrorBody, type ErrorCode } from '@holbench/protocol/errors';
import type { FileDeclaration } from '@holbench/protocol/covalue';
import { CreatedCoValue } from '@holbench/protocol/messages/create';
import { parseJson } from '@holbench/protocol/parse';
import { vi } from 'vitest';
import type { LabUnderTest } from './lab-under-test.ts';
import { pageFetch, type PageResponse } from './page-fetch.ts';
import { TEXT } from './page-operations.ts';
import { RawWebSocket } from './raw-websocket.ts';

/** An upload chunk by chunk, right or wrong, whose bytes are all zero. */
export interface Uploader extends Disposable {
  readonly id: string;
  /** @returns the code of the refusal, or null when the chunk was stored. */
  store(index: number, length: number): Promise<ErrorCode | null>;
  giveUp(): Promise<void>;
}

/** Begins one over the variant's own protocol. */
export async function beginUpload(lab: LabUnderTest, file: FileDeclaration): Promise<Uploader> {
  return lab.variant.transport === 'http' ? beginHttp(lab, file) : beginWebSocket(lab, file);
}

async function beginHttp(lab: LabUnderTest, file: FileDeclaration): Promise<Uploader> {
  const page = lab.page(0);
  const body = JSON.stringify({ text: TEXT, file });
  const created = await pageFetch(page, '/covalues', { method: 'POST', body });
  const { id } = parseJson(CreatedCoValue, created.text);
  const chunks = `/covalues/${id}/file/chunks`;
  return {
    id,
    store: async (index, zeros) =>
      codeOf(await pageFetch(page, `${chunks}/${index}`, { method: 'PUT', body: { zeros } })),
    giveUp: async () => void (await pageFetch(page, chunks, { method: 'DELETE' })),
    [Symbol.dispose]: () => {},
  };
}

function codeOf({ status, text }: PageResponse): ErrorCode | null {
  return status === 200 ? null : parseJson(ErrorBody, text).error;
}

async function beginWebSocket(lab: LabUnderTest, file: FileDeclaration): Promise<Uploader> {
  const socket = await RawWebSocket.open(lab.port);
  socket.sendText({ type: 'create', requestId: 1, text: TEXT, file });
  const { id } = await socket.message('created', 1);
  return {
    id,
    store: async (index, length) => {
      const answers = socket.messages.length;
      socket.sendChunk(1, index, new Uint8Array(length));
      const answer = await vi.waitFor(() => {
        const next = socket.messages[answers];
        if (!next) throw new Error('no answer');
        return next;
      }, 5_000);
      return answer.type === 'failed' ? answer.error : null;
    },
    giveUp: async () => socket.sendText({ type: 'cancel', requestId: 1 }),
    [Symbol.dispose]: () => socket[Symbol.dispose](),
  };
}
