import { pathOf } from '@holbench/protocol/endpoints';
import type { HttpConnection } from '@holbench/raw-clients/http-client';
import type { RawClient } from '@holbench/raw-clients/raw-client';
import type { TcpProtocol } from '@holbench/raw-clients/open-client';
import { unreadHttp1, unreadHttp2, unreadWebSocket } from '@holbench/test-clients/unread-requests';
import { isOverQuic, type Protocol } from '@holbench/variants/protocols';

/** What clients ask for and do not read. */
export const UNREAD_KINDS = ['downloads', 'answers', 'lists', 'events', 'pings'] as const;
export type UnreadKind = (typeof UNREAD_KINDS)[number];

/** Requests of one connection. */
const REQUESTS = 250;
const PINGS = 5_000;
/** Changes of a CoValue of 100 KB, while its events are not read. */
const MUTATIONS = 300;

/** How often a connection asks for what, as messages and as paths. */
function asked(kind: UnreadKind, id: string): { message: object; path: string; count: number } {
  // A message is called as its endpoint is.
  const of = (type: 'loadFile' | 'load' | 'subscribe', count: number) => ({
    message: { type, id },
    path: pathOf(type, { id }),
    count,
  });
  if (kind === 'downloads') return of('loadFile', 1);
  if (kind === 'answers') return of('load', REQUESTS);
  if (kind === 'lists')
    return { message: { type: 'list' }, path: pathOf('list', {}), count: REQUESTS };
  return of('subscribe', kind === 'events' ? 1 : 0);
}

/** One connection that asks, and reads nothing. */
export function openUnread(
  kind: UnreadKind,
  protocol: TcpProtocol,
  origin: string,
  id: string,
): Promise<AsyncDisposable> {
  const { message, path, count } = asked(kind, id);
  const pings = kind === 'pings' ? PINGS : 0;
  if (protocol === 'websocket') {
    const messages = Array.from({ length: count }, (_, requestId) => ({ ...message, requestId }));
    return unreadWebSocket(origin, messages, pings);
  }
  const paths = Array.from({ length: count }, () => path);
  return protocol === 'h2' ? unreadHttp2(origin, paths, pings) : unreadHttp1(origin, paths);
}

/** The same over QUIC, as requests on a connection whose windows do not grow. */
export function unreadOnStreams(
  kind: UnreadKind,
  connection: HttpConnection,
  id: string,
): AsyncDisposable {
  const { path, count } = asked(kind, id);
  for (let sent = 0; sent < count; sent++) connection.request({ path }).catch(() => {});
  return { [Symbol.asyncDispose]: () => connection.close() };
}

/** Why clients of a protocol have no such kind; null where they do. */
export function whyNone(kind: UnreadKind, protocol: Protocol): string | null {
  if (kind !== 'pings') return null;
  if (protocol === 'http/1.1') return 'HTTP/1.1 has none';
  return isOverQuic(protocol)
    ? 'QUIC answers a ping by an acknowledgement, which does not wait'
    : null;
}

/** What has to happen meanwhile, so that there is something to read. */
export async function feed(kind: UnreadKind, client: RawClient, id: string): Promise<void> {
  if (kind !== 'events') return;
  for (let count = 0; count < MUTATIONS; count++) {
    await client.mutate(id, { preview: String(count % 10).repeat(100_000) });
  }
}
