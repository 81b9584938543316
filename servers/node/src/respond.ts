import type { IncomingHttpHeaders } from 'node:http';
import type { Connection } from '@holbench/core/connection';
import { errorResponse } from '@holbench/core/http/responses';
import type { LabResponse, Route } from '@holbench/core/http/route';
import { logError } from '@holbench/core/server/log';
import { LabError } from '@holbench/protocol/errors';
import { type NodeResponse, ResponseConnection } from './response-connection.ts';

const NO_BODY = new Uint8Array(0);

/** The parts of a framework's request that routes see; `body` is undefined where there is none. */
interface FrameworkRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly headers: IncomingHttpHeaders;
}

interface AnswerOptions {
  /** As in `LabRequest`. */
  readonly client: object | string;
  /** Is told what is answered, before it is sent. @returns what is sent. */
  readonly onAnswer?: (response: LabResponse) => LabResponse;
  /** Makes the connection for the body of a file response. */
  readonly fileConnection?: (response: NodeResponse) => Connection;
  /** Counts what waits in the connection of a body. */
  readonly metered?: (body: Connection, kind: 'answers' | 'files') => Connection;
}

const same = <Value>(value: Value): Value => value;

export async function answer(
  route: Route,
  { params, body = NO_BODY, headers }: FrameworkRequest,
  raw: NodeResponse,
  { client, onAnswer = same, fileConnection = plainConnection, metered = same }: AnswerOptions,
): Promise<void> {
  const lastEventId = headers['last-event-id'];
  const answered = await route.handle({
    params,
    body,
    client,
    acceptEncoding: headers['accept-encoding']?.toString(),
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
  });
  const response = onAnswer(answered);
  const isFile = response.headers['content-type'] !== 'text/event-stream';
  const connect = isFile ? fileConnection : plainConnection;
  return respond(raw, response, (body) => metered(connect(body), isFile ? 'files' : 'answers'));
}

/** Writes past the framework: bytes need neither its serialization nor its hooks. */
export async function respond(
  raw: NodeResponse,
  response: LabResponse,
  connect = plainConnection,
): Promise<void> {
  const length = response.contentLength;
  raw.writeHead(response.status, {
    ...response.headers,
    ...(length === null ? {} : { 'content-length': length }),
  });
  if (!response.stream) {
    raw.end(response.body);
    return;
  }
  const connection = connect(raw);
  try {
    await response.stream(connection);
    connection.close();
  } catch (error) {
    logError(error);
    raw.destroy();
  }
}

export function plainConnection(response: NodeResponse): Connection {
  return new ResponseConnection(response);
}

/** A framework's own refusals, in the protocol's terms. */
export function refusalOf(error: unknown): LabResponse {
  if (!(error instanceof Error && 'statusCode' in error)) return errorResponse(error);
  if (error.statusCode === 413) return tooLarge();
  const isRefusal = typeof error.statusCode === 'number' && error.statusCode < 500;
  const refusal = new LabError('malformed_message', 'the request is malformed');
  return errorResponse(isRefusal ? refusal : error);
}

export function tooMuch(): LabResponse {
  return errorResponse(new LabError('too_many', 'too many answers of this connection are unread'));
}

export function tooLarge(): LabResponse {
  return errorResponse(new LabError('message_too_large', 'the body is too large'));
}
