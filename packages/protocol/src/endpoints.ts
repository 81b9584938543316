import type * as v from 'valibot';
import { CoValueList, CreatedCoValue, MutatedCoValue, StoredChunk } from './bodies.ts';
import { CoValue } from './covalue.ts';
import { Health, HEALTH_PATH } from './health.ts';

/** A request of the lab's HTTP interface. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `:id` is a CoValue's, `:index` a chunk's. */
  readonly path: string;
  /** Of the answer, in JSON; null: a file, a stream of events, or nothing that is read. */
  readonly answer: v.GenericSchema | null;
}

/** The HTTP interface: the same names, and the same objects in the bodies, as the messages of a WebSocket. */
export const ENDPOINTS = {
  health: { method: 'GET', path: HEALTH_PATH, answer: Health },
  list: { method: 'GET', path: '/covalues', answer: CoValueList },
  load: { method: 'GET', path: '/covalues/:id', answer: CoValue },
  loadFile: { method: 'GET', path: '/covalues/:id/file', answer: null },
  subscribe: { method: 'GET', path: '/covalues/:id/events', answer: null },
  create: { method: 'POST', path: '/covalues', answer: CreatedCoValue },
  mutate: { method: 'PATCH', path: '/covalues/:id', answer: MutatedCoValue },
  chunk: { method: 'PUT', path: '/covalues/:id/file/chunks/:index', answer: StoredChunk },
  cancel: { method: 'DELETE', path: '/covalues/:id/file/chunks', answer: null },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** What a path has names for. */
export interface EndpointParams {
  readonly id?: string | undefined;
  readonly index?: string | number | undefined;
}

/** The path of a request; a name without a value becomes nothing. Cheap: closed loops call it for each request. */
export function pathOf(
  { path }: Pick<Endpoint, 'path'>,
  { id = '', index = '' }: EndpointParams,
): string {
  return path.replace(':id', () => id).replace(':index', () => String(index));
}

/** Endpoints whose answers are JSON. */
export type JsonEndpointName = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['answer'] extends null ? never : Name;
}[EndpointName];

export type AnswerOf<Name extends JsonEndpointName> = v.InferOutput<
  (typeof ENDPOINTS)[Name]['answer']
>;
