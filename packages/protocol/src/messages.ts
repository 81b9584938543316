import * as v from 'valibot';
import {
  CoValueList,
  CreatedCoValue,
  EncodedChunk,
  LoadedFile,
  MutatedCoValue,
  NewCoValue,
  StoredChunk,
} from './bodies.ts';
import { CoValue, LastEventId, Mutation, MutationEvent } from './covalue.ts';
import { ErrorCode } from './errors.ts';
import { CoValueId, RequestId } from './id.ts';

/** A request, or a message that belongs to one. */
const message = <Type extends string, Entries extends v.ObjectEntries>(
  type: Type,
  entries: Entries,
) => v.strictObject({ type: v.literal(type), requestId: RequestId, ...entries });

/** The counterpart of a chunk frame in the encoding `base64-json`, in both directions. */
export const Chunk = message('chunk', EncodedChunk.entries);

/** Asks for all CoValues without their texts. HTTP: `GET /covalues`. */
export const List = message('list', {});

/** Asks for a CoValue's text. HTTP: `GET /covalues/:id`. */
export const Load = message('load', { id: CoValueId });

/** Asks for a CoValue's file. HTTP: `GET /covalues/:id/file`. */
export const LoadFile = message('loadFile', { id: CoValueId });

/** Creates a CoValue. HTTP: `POST /covalues`. */
export const Create = message('create', NewCoValue.entries);

/**
 * A chunk of a download is in the page. With a bulk window (`welcome`), sent for every chunk, also
 * those of a cancelled download.
 */
export const ChunkReceived = message('chunkReceived', { index: EncodedChunk.entries.index });

/** Changes a CoValue. HTTP: `PATCH /covalues/:id` with the mutation as its body. */
export const Mutate = message('mutate', { id: CoValueId, mutation: Mutation });

/**
 * Asks for a CoValue's events after `lastEventId`. HTTP: `GET /covalues/:id/events` as an SSE
 * stream, resumed by the `Last-Event-ID` header. Absent means: from now on.
 */
export const Subscribe = message('subscribe', {
  id: CoValueId,
  lastEventId: v.optional(LastEventId),
});

/**
 * Ends an open transfer or subscription, unanswered. HTTP: the request is aborted; an upload, which
 * is many requests, is given up by `DELETE /covalues/:id/file/chunks`.
 */
export const Cancel = message('cancel', {});

/** Every message that a page may send on a WebSocket as text; some may share one, a line each. */
export const UpMessage = v.variant('type', [
  List,
  Load,
  LoadFile,
  Create,
  Chunk,
  ChunkReceived,
  Mutate,
  Subscribe,
  Cancel,
]);
export type UpMessage = v.InferOutput<typeof UpMessage>;

/**
 * The server's first message on a connection. The page need not wait for it: it applies to messages
 * sent after its arrival.
 */
export const Welcome = v.strictObject({
  type: v.literal('welcome'),
  /** Time that a small message may wait for others, in ms; 0: no batching. */
  batchMs: v.pipe(v.number(), v.minValue(0)),
  /**
   * Maximum unacknowledged chunk bytes in each direction, over all transfers of the connection.
   * null: no limit, and downloads are not acknowledged.
   */
  bulkWindowBytes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type Welcome = v.InferOutput<typeof Welcome>;

export const Listed = message('listed', CoValueList.entries);

export const Loaded = message('loaded', { covalue: CoValue });

/** The file follows, in order, as chunks with this `requestId`. */
export const FileBegin = message('fileBegin', LoadedFile.entries);

export const Created = message('created', CreatedCoValue.entries);

/** Answers each chunk. */
export const ChunkStored = message('chunkStored', StoredChunk.entries);

export const Mutated = message('mutated', MutatedCoValue.entries);

/**
 * Confirms a subscription; it delivers the events after `eventId`. On SSE the same number is the
 * `id` of an event named `subscribed`, so that `EventSource` resumes after it.
 */
export const Subscribed = message('subscribed', { eventId: LastEventId });

/** The same bytes for every subscriber: encoded once per mutation. SSE: an event named `mutation`. */
export const Event = v.strictObject({ type: v.literal('event'), ...MutationEvent.entries });

/** A request, or (with `requestId: null`) the connection, broke a rule. */
export const Failed = v.strictObject({
  type: v.literal('failed'),
  requestId: v.nullable(RequestId),
  error: ErrorCode,
  message: v.string(),
});

/** Every message that a server may send on a WebSocket as text; some may share one, a line each. */
export const DownMessage = v.variant('type', [
  Welcome,
  Listed,
  Loaded,
  FileBegin,
  Chunk,
  Created,
  ChunkStored,
  Mutated,
  Subscribed,
  Event,
  Failed,
]);
export type DownMessage = v.InferOutput<typeof DownMessage>;
