import * as v from 'valibot';
import { LastEventId, Mutation } from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import { ENDPOINTS, type EndpointName } from '@holbench/protocol/endpoints';
import type { Health } from '@holbench/protocol/health';
import { CoValueId } from '@holbench/protocol/id';
import { MAX_MESSAGE_BYTES, messageBytes } from '@holbench/protocol/wire-limits';
import {
  ChunkBody,
  NewCoValue,
  LOADED_FILE_HEADER,
  type LoadedFile,
  SSE_SUBSCRIBED,
} from '@holbench/protocol/bodies';
import { parseJson, parseValue } from '@holbench/protocol/parse';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import { sendAndDrain, type Connection } from '../connection.ts';
import { sseEvent } from '../covalues/encoded-event.ts';
import type { Subscription } from '../covalues/event-channel.ts';
import { EventSender } from '../event-sender.ts';
import { chunkLine, chunkLinesBytes, fromBase64 } from '../files/base64-chunks.ts';
import type { LabApp } from '../lab-app.ts';
import { compressedRoute } from './compressed-route.ts';
import { loggedRoute } from './log-requests.ts';
import { errorResponse, jsonResponse, NO_STORE } from './responses.ts';
import type { LabRequest, LabResponse, Route } from './route.ts';

type Handler = (request: LabRequest) => Promise<LabResponse> | LabResponse;

/** The HTTP interface of the application, the same rows for every HTTP server. */
export function labRoutes(lab: LabApp): Route[] {
  const { requestLog } = lab;
  const { compression } = lab.factors;
  const plain = routesOf(lab);
  const routes =
    compression === 'off' ? plain : plain.map((each) => compressedRoute(each, compression));
  return requestLog ? routes.map((each) => loggedRoute(each, requestLog)) : routes;
}

function routesOf(lab: LabApp): Route[] {
  return [
    route('list', () => jsonResponse(200, { covalues: lab.list() })),
    route('load', (request) => jsonResponse(200, lab.load(idOf(request)))),
    route('loadFile', (request) => fileResponse(lab, idOf(request))),
    route('subscribe', (request) => eventsResponse(lab, request)),
    route('poll', (request) => pollResponse(lab, request)),
    route('create', async ({ body, client }) => {
      // Browser and HTTP library have their own windows.
      const created = await lab.create(parseJson(NewCoValue, textOf(body)), null, client);
      return jsonResponse(created.upload ? 202 : 201, created);
    }),
    route('mutate', async (request) => {
      const mutation = parseJson(Mutation, textOf(request.body));
      return jsonResponse(200, { eventId: await lab.mutate(idOf(request), mutation) });
    }),
    route(
      'chunk',
      async (request) => {
        const decode = (): Uint8Array<ArrayBuffer> => chunkOf(lab, request);
        return jsonResponse(200, await lab.storeChunk(idOf(request), indexOf(request), decode));
      },
      messageBytes(lab.factors.chunkBytes),
    ),
    route('cancel', async (request) => {
      await lab.abandonUpload(idOf(request));
      return jsonResponse(200, {});
    }),
  ];
}

/** What every variant has. */
export function healthRoute(variant: string, versions: Health['versions']): Route {
  const health: Health = { status: 'ok', variant, protocolVersion: PROTOCOL_VERSION, versions };
  return route('health', () => jsonResponse(200, health));
}

function route(name: EndpointName, handler: Handler, mostBytes: number = MAX_MESSAGE_BYTES): Route {
  const { method, path } = ENDPOINTS[name];
  return {
    method,
    path,
    maxBodyBytes: method === 'GET' || method === 'DELETE' ? 0 : mostBytes,
    handle: async (request) => {
      try {
        return await handler(request);
      } catch (error) {
        return errorResponse(error);
      }
    },
  };
}

function fileResponse(lab: LabApp, id: CoValueId): LabResponse {
  const { file, chunks } = lab.loadFile(id, 0);
  const { chunkBytes, encoding } = lab.chunkForm;
  const isRaw = encoding === 'raw';
  const loaded: LoadedFile = { file, chunkBytes, encoding };
  return {
    status: 200,
    headers: {
      ...NO_STORE,
      'content-type': isRaw ? 'application/octet-stream' : 'application/x-ndjson',
      [LOADED_FILE_HEADER]: JSON.stringify(loaded),
    },
    contentLength: isRaw ? file.bytes : chunkLinesBytes(file.bytes, chunkBytes),
    stream: async (connection) => {
      for await (const chunk of chunks) {
        const data = isRaw ? chunk.bytes : chunkLine(chunk);
        const isOpen = await sendAndDrain(connection, data, chunk.release);
        if (!isOpen) return lab.countBrokenTransfer();
      }
    },
  };
}

/** The chunk in a request's body. */
function chunkOf(lab: LabApp, { body }: LabRequest): Uint8Array<ArrayBuffer> {
  if (lab.chunkForm.encoding === 'raw') return body;
  return fromBase64(parseJson(ChunkBody, textOf(body)).data);
}

/** Events for as long as the client listens. */
function eventsResponse(lab: LabApp, request: LabRequest): LabResponse {
  return eventStream(lab, request, async (connection, { eventId, events }) => {
    connection.send(sseEvent(SSE_SUBSCRIBED, eventId, String(eventId)));
    const sender = new EventSender(connection);
    for await (const event of events) {
      if (!(await sender.send(event.sse))) break;
    }
  });
}

/** Longer than that, proxies between may end what says nothing. */
const POLL_MS = 25_000;
/** Polls follow one another at once: of the format of server-sent events, and without an event. */
const AT_ONCE = 'retry: 0\n\n';

/** All events after the last that the client has, once there is one. A first poll has none, and learns from where on. */
function pollResponse(lab: LabApp, request: LabRequest): LabResponse {
  const isFirst = lastEventIdOf(request) === undefined;
  return eventStream(lab, request, async (connection, subscription) => {
    const { eventId, events } = subscription;
    const subscribed = sseEvent(SSE_SUBSCRIBED, eventId, String(eventId));
    if (isFirst) return void connection.send(`${AT_ONCE}${subscribed}`);
    const limit = setTimeout(() => subscription.end(), POLL_MS);
    const sender = new EventSender(connection);
    for await (const event of events) {
      if (!(await sender.send(event.sse)) || events.isEmpty) break;
    }
    clearTimeout(limit);
  });
}

/** @param send what goes out until the subscription ends. */
function eventStream(
  lab: LabApp,
  request: LabRequest,
  send: (connection: Connection, subscription: Subscription) => Promise<void>,
): LabResponse {
  // Subscribed before the headers are out, so that an unknown id is a 404 and no event is missed.
  const subscription = lab.subscribe(idOf(request), lastEventIdOf(request));
  return {
    status: 200,
    headers: { ...NO_STORE, 'content-type': 'text/event-stream' },
    contentLength: null,
    stream: async (connection) => {
      connection.closed.addEventListener('abort', () => subscription.end(), { once: true });
      if (connection.closed.aborted) subscription.end();
      await send(connection, subscription);
      subscription.end();
    },
  };
}

function idOf({ params }: LabRequest): CoValueId {
  const id = v.safeParse(CoValueId, params['id']);
  // An impossible id is answered like an unknown one.
  if (!id.success) throw new LabError('unknown_covalue', 'there is no CoValue with this id');
  return id.output;
}

function indexOf({ params }: LabRequest): number {
  const index = params['index'] ?? '';
  if (!/^\d{1,6}$/.test(index)) throw new LabError('chunk_index', 'chunk index must be a number');
  return Number(index);
}

function lastEventIdOf({ lastEventId }: LabRequest): number | undefined {
  return lastEventId === undefined || lastEventId === ''
    ? undefined
    : parseValue(LastEventId, Number(lastEventId));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new LabError('malformed_message', 'the body is not UTF-8');
  }
}
