import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import type { Variant } from '@holbench/variants/registry';
import type { ClientTransport } from '../transport/client-transport.ts';
import { HttpTransport } from '../transport/http-transport.ts';
import { WebSocketTransport } from '../transport/websocket-transport.ts';

/** A transport of its own to the server that sent this page: a new user, as it were. */
export function openTransport({ transport }: Variant): ClientTransport {
  const { origin } = location;
  if (transport === 'http') return new HttpTransport(origin);
  return new WebSocketTransport(origin.replace(/^http/, 'ws') + WEBSOCKET_PATH);
}
