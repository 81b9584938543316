import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, type ServerOptions, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import { CHUNK_BYTES, type Engine, type Upload } from './engine.ts';

const PROTOCOL_VERSION = 4;
const SUBPROTOCOL = `holbench.v${PROTOCOL_VERSION}`;
/** Request id and index of a chunk, before its bytes. */
const HEADER_BYTES = 8;
/** Chunks of an upload that may be unanswered, as many as the lab's own servers allow. */
const WINDOW_CHUNKS = 8;
/** Largest message, and largest file, that a page may send: those of the lab's own servers. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 200 * 1024 * 1024;
/** Answers that wait for a client which does not read: one message can ask for thousands of lists. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/** Open uploads of all pages. `--bulk` has at most 10 at once. */
const MAX_UPLOADS = 20;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Both give the page a clock of 5 µs instead of 100 µs. */
const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'no-store',
};

export interface Listener {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** PEM. */
  readonly tls: Pick<ServerOptions, 'cert' | 'key'>;
  /** The lab's built page, `client/dist`. */
  readonly page: string;
}

/**
 * Serves an engine as `own-ws`: the page, `/healthz`, and the lab's messages at `/ws`. Resolves when it listens.
 *
 * It trusts every program that can reach its port to read all and to add CoValues: there is no token. Pages of other
 * sites are refused, and what breaks a rule ends one upload or one connection. Not limited are connections, downloads,
 * and the number of stored texts.
 */
export async function startServer(engine: Engine, listener: Listener): Promise<Server> {
  const files = await readPage(listener.page);
  const { versions } = engine;
  const health = { status: 'ok', variant: 'own-ws', protocolVersion: PROTOCOL_VERSION, versions };
  const server = createServer({ ...listener.tls, minVersion: 'TLSv1.3' }, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const file =
      path === '/healthz'
        ? { type: 'application/json', body: JSON.stringify(health) }
        : files.get(path);
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': file.type }).end(file.body);
  });
  const webSockets = new WebSocketServer({
    server,
    path: '/ws',
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    verifyClient: ({ req }, done) => done(isOwnPage(req), 403),
    handleProtocols: (offered) => offered.has(SUBPROTOCOL) && SUBPROTOCOL,
  });
  const openUploads = new Set<OpenUpload>();
  webSockets.on('connection', (socket) => serve(socket, engine, openUploads));
  server.listen(listener.port, listener.host);
  await once(server, 'listening');
  return server;
}

/** `https://127.0.0.1:8461` */
export function originOf(server: Server): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { address, port } = server.address() as AddressInfo;
  return `https://${address}:${port}`;
}

/** A browser lets any page open a WebSocket to any server, and says whose page it is. Other programs say nothing. */
function isOwnPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin === `https://${host}`;
}

async function readPage(folder: string) {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  );
  const read = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path)}`.replace(/^\/index\.html$/, '/');
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    return [address, { type, body: await readFile(path) }] as const;
  });
  return new Map(await Promise.all(read));
}

/** What a page takes of a list, and of a text: with longer ones it would refuse all. */
const atMost = (characters: number) => v.pipe(v.string(), v.maxLength(characters));

const requestId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1));

/** What the page sends as text. */
const Message = v.variant('type', [
  v.object({ type: v.literal('list'), requestId }),
  v.object({ type: v.picklist(['load', 'loadFile']), requestId, id: v.string() }),
  v.object({
    type: v.literal('create'),
    requestId,
    text: v.object({
      author: atMost(1_000),
      title: atMost(1_000),
      summary: atMost(10_000),
      preview: atMost(100_000),
    }),
    file: v.object({
      bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_FILE_BYTES)),
      sha256: v.string(),
    }),
  }),
  v.object({ type: v.literal('cancel'), requestId }),
]);
type Message = v.InferOutput<typeof Message>;
type Creation = Extract<Message, { type: 'create' }>;

/** The request of a message of another shape, where it can be told. */
const AnyRequest = v.fallback(v.object({ requestId: v.nullable(requestId) }), { requestId: null });

interface OpenUpload {
  readonly upload: Promise<Upload>;
  readonly bytes: number;
  /** Chunks that have not come. */
  readonly missing: Set<number>;
  unanswered: number;
}

/** @returns the code of the rule that a chunk breaks, or null. */
function brokenRule(
  { bytes, missing, unanswered }: OpenUpload,
  index: number,
  { byteLength }: Uint8Array,
): string | null {
  if (!missing.has(index)) return 'chunk_index';
  if (byteLength !== Math.min(CHUNK_BYTES, bytes - index * CHUNK_BYTES)) return 'chunk_length';
  return unanswered < WINDOW_CHUNKS ? null : 'too_many';
}

/** One page's WebSocket, until it closes. @param openUploads those of all pages. */
function serve(socket: WebSocket, engine: Engine, openUploads: Set<OpenUpload>): void {
  /** Its own, by their requests. */
  const uploads = new Map<number, OpenUpload>();
  const send = (message: object): void => {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(JSON.stringify(message));
  };

  const obey = async (message: Message): Promise<void> => {
    const { type, requestId } = message;
    if (type === 'list') send({ type: 'listed', requestId, covalues: engine.list() });
    if (type === 'load') {
      const covalue = engine.load(message.id);
      if (covalue) send({ type: 'loaded', requestId, covalue });
      else fail(requestId, 'unknown_covalue', `no CoValue ${message.id}`);
    }
    if (type === 'loadFile') await sendFile(message.id, requestId);
    if (type === 'create') await create(message);
    if (type === 'cancel') {
      const open = uploads.get(requestId);
      if (open) discard(requestId, open);
    }
  };

  const create = async ({ requestId, text, file }: Creation): Promise<void> => {
    if (uploads.has(requestId)) return fail(requestId, 'invalid_message', 'an open request');
    if (openUploads.size >= MAX_UPLOADS) return fail(requestId, 'too_many', 'open uploads');
    const { bytes } = file;
    const missing = new Set(Array(Math.ceil(bytes / CHUNK_BYTES)).keys());
    const open = { upload: engine.create(text, file), bytes, missing, unanswered: 0 };
    // Before the engine has answered: the page may leave until then.
    uploads.set(requestId, open);
    openUploads.add(open);
    try {
      const { id } = await open.upload;
      const terms = { windowChunks: WINDOW_CHUNKS, chunkBytes: CHUNK_BYTES, encoding: 'raw' };
      send({ type: 'created', requestId, id, upload: terms });
    } catch (error) {
      close(requestId, open);
      throw error;
    }
  };

  /** @returns false for one that is closed already. */
  const close = (requestId: number, open: OpenUpload): boolean => {
    if (uploads.get(requestId) === open) uploads.delete(requestId);
    return openUploads.delete(open);
  };

  const discard = (requestId: number, open: OpenUpload): void => {
    if (!close(requestId, open)) return;
    void open.upload.then((upload) => upload.end()).catch(console.error);
  };

  const sendFile = async (id: string, requestId: number): Promise<void> => {
    const stored = engine.file(id);
    if (!stored) return fail(requestId, 'no_file', `${id} has no file`);
    const { info: file, chunkBytes } = stored;
    send({ type: 'fileBegin', requestId, file, chunkBytes, encoding: 'raw' });
    let index = 0;
    for (const chunk of stored.chunks()) {
      const frame = Buffer.allocUnsafe(HEADER_BYTES + chunk.byteLength);
      frame.writeUInt32BE(requestId, 0);
      frame.writeUInt32BE(index++, 4);
      frame.set(chunk, HEADER_BYTES);
      // Back-pressure: the next chunk waits until the kernel has this one, so that a message is never behind a whole file.
      await new Promise((taken) => socket.send(frame, taken));
      if (socket.readyState !== socket.OPEN) return;
    }
  };

  const store = async (frame: Buffer): Promise<void> => {
    if (frame.byteLength <= HEADER_BYTES) return socket.close(1003, 'not a chunk frame');
    const [requestId, index] = [frame.readUInt32BE(0), frame.readUInt32BE(4)];
    const open = uploads.get(requestId);
    if (!open) return fail(requestId, 'unknown_upload', 'no open upload has this chunk');
    // A copy: `frame` may be part of a larger buffer, which the engine would keep.
    const chunk = new Uint8Array(frame.subarray(HEADER_BYTES));
    const rule = brokenRule(open, index, chunk);
    if (rule !== null) {
      discard(requestId, open);
      return fail(requestId, rule, `chunk ${index} of ${chunk.byteLength} bytes`);
    }
    open.missing.delete(index);
    open.unanswered += 1;
    try {
      const upload = await open.upload;
      const file = await upload.store(index, chunk);
      if (file) close(requestId, open);
      send({ type: 'chunkStored', requestId, index, file });
    } catch (error) {
      discard(requestId, open);
      broken(error, requestId);
    }
    open.unanswered -= 1;
  };

  const fail = (requestId: number | null, error: string, message: string): void =>
    send({ type: 'failed', requestId, error, message });

  const receive = (text: string): void => {
    // Several messages may share one, a line each.
    for (const line of text.split('\n')) {
      if (socket.readyState !== socket.OPEN) return;
      const json = parseJson(line);
      if (json === undefined) return socket.close(1007, 'not JSON');
      const { success, output, issues } = v.safeParse(Message, json);
      if (success) void obey(output).catch((error) => broken(error, output.requestId));
      else fail(v.parse(AnyRequest, json).requestId, 'invalid_message', v.summarize(issues));
    }
  };
  const broken = (error: unknown, requestId: number | null = null): void => {
    console.error(error);
    fail(requestId, 'internal', 'a fault of the server');
  };
  socket.on('message', (data: Buffer, isBinary) => {
    // After it has been closed for a broken rule, what still comes is ignored.
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) void store(data).catch((error) => broken(error));
    else receive(data.toString());
  });
  socket.on('error', () => {});
  socket.on('close', () => uploads.forEach((open, requestId) => discard(requestId, open)));
  send({ type: 'welcome', batchMs: 0, bulkWindowBytes: null });
}

/** @returns undefined for what is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
