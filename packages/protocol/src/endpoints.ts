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
  poll: { method: 'GET', path: '/covalues/:id/poll', answer: null },
  create: { method: 'POST', path: '/covalues', answer: CreatedCoValue },
  mutate: { method: 'PATCH', path: '/covalues/:id', answer: MutatedCoValue },
  chunk: { method: 'PUT', path: '/covalues/:id/file/chunks/:index', answer: StoredChunk },
  cancel: { method: 'DELETE', path: '/covalues/:id/file/chunks', answer: null },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What the path of a request has names for. */
export type ParamsOf<Name extends EndpointName> = {
  readonly [Param in NamesIn<(typeof ENDPOINTS)[Name]['path']>]: string | number;
};

export function pathOf<Name extends EndpointName>(name: Name, params: ParamsOf<Name>): string {
  return filled(ENDPOINTS[name].path, params);
}

/** A path with values in place of its names; a name without a value becomes nothing. */
export function filled(path: string, params: Readonly<Record<string, string | number>>): string {
  let text = '';
  for (const [index, piece] of piecesOf(path).entries())
    text += index % 2 === 0 ? piece : (params[piece] ?? '');
  return text;
}

/** Text and names of a path in turn. Known ones are not split again: one is filled for each request. */
const piecesOf = (path: string): readonly string[] => KNOWN.get(path) ?? path.split(NAME);
const NAME = /:(\w+)/;
const KNOWN = new Map(
  Object.values(ENDPOINTS).map(({ path }) => [path as string, path.split(NAME)] as const),
);

/** Endpoints whose answers are JSON. */
export type JsonEndpointName = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['answer'] extends null ? never : Name;
}[EndpointName];

export type AnswerOf<Name extends JsonEndpointName> = v.InferOutput<
  (typeof ENDPOINTS)[Name]['answer']
>;
