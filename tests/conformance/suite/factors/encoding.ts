import { CreatedCoValue } from '@holbench/protocol/bodies';
import { parseJson } from '@holbench/protocol/parse';
import { describe, expect, test, vi } from 'vitest';
import type { LabUnderTest } from '../../lab/lab-under-test.ts';
import { expectRefusal, pageFetch } from '../../lab/page-fetch.ts';
import { TEXT } from '../../lab/page-operations.ts';
import { RawWebSocket } from '@holbench/raw-clients/web-socket';

const FILE = { bytes: 5, sha256: '0'.repeat(64) };

const BROKEN = ['AAA', 'AAA=AAAA', 'A A=', '!!!!'];

/** Hostile chunks in the encoding `base64-json`. */
export function describeEncoding(lab: LabUnderTest): void {
  describe('base64-json', () => {
    if (lab.variant.transport === 'http') describeHttp(lab);
    else describeWebSocket(lab);
  });
}

type HostileBody = [
  name: string,
  body: string | { zeros: number },
  code: 'invalid_message' | 'malformed_message',
];

function describeHttp(lab: LabUnderTest): void {
  const broken = BROKEN.map((data): HostileBody => [
    data,
    JSON.stringify({ data }),
    'invalid_message',
  ]);
  test.each<HostileBody>([
    ...broken,
    ['no data', '{}', 'invalid_message'],
    ['another field', '{"data":"AAAA","index":0}', 'invalid_message'],
    ['no JSON', '{"data":', 'malformed_message'],
    ['the raw bytes', { zeros: 5 }, 'malformed_message'],
  ])('%s ends its upload', async (_name, body, code) => {
    const files = await lab.uploadedFiles();
    const json = JSON.stringify({ text: TEXT, file: FILE });
    const created = await pageFetch(lab.page(0), '/covalues', { method: 'POST', body: json });
    const { id } = parseJson(CreatedCoValue, created.text);
    const path = `/covalues/${id}/file/chunks/0`;
    expectRefusal(await pageFetch(lab.page(0), path, { method: 'PUT', body }), 400, code);
    lab.brokenTransfers++;
    expect(await lab.uploadedFiles()).toEqual(files);
  });
}

function describeWebSocket(lab: LabUnderTest): void {
  async function beginUpload(): Promise<RawWebSocket> {
    const socket = await RawWebSocket.open(lab.origin);
    socket.sendText({ type: 'create', requestId: 1, text: TEXT, file: FILE });
    await socket.message('created', 1);
    return socket;
  }

  test.each(BROKEN)('%j ends its upload, and the connection lives on', async (data) => {
    const files = await lab.uploadedFiles();
    await using socket = await beginUpload();
    socket.sendText({ type: 'chunk', requestId: 1, index: 0, data });
    expect((await socket.message('failed', 1)).error).toBe('invalid_message');
    lab.brokenTransfers++;
    socket.sendText({ type: 'list', requestId: 2 });
    await socket.message('listed', 2);
    await vi.waitFor(async () => expect(await lab.uploadedFiles()).toEqual(files));
  });

  test('a binary chunk ends its upload, too', async () => {
    await using socket = await beginUpload();
    socket.sendChunk(1, 0, new Uint8Array(5));
    expect((await socket.message('failed', 1)).error).toBe('invalid_message');
    lab.brokenTransfers++;
  });
}
