import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import type { Variant } from '@holbench/variants/registry';
import type { ClientTransport } from '../transport/client-transport.ts';
import { HttpTransport } from '../transport/http-transport.ts';
import { WebSocketTransport } from '../transport/websocket-transport.ts';

/** Opens a new transport to this page's server, as another user would. */
export function openTransport({ transport }: Variant): ClientTransport {
  const { origin } = location;
  if (transport === 'http') return new HttpTransport(origin);
  return new WebSocketTransport(origin.replace(/^http/, 'ws') + WEBSOCKET_PATH);
}
