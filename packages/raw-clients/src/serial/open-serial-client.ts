import type { TcpProtocol } from '../open-client.ts';
import { HttpSerialClient } from './http-serial-client.ts';
import type { SerialClient } from './serial-client.ts';
import { WebSocketSerialClient } from './web-socket-serial-client.ts';

/** @throws Error when the server cannot be reached or chooses another protocol. */
export function openSerialClient(protocol: TcpProtocol, origin: string): Promise<SerialClient> {
  if (protocol === 'websocket') return WebSocketSerialClient.open(origin);
  return HttpSerialClient.open(protocol, origin);
}
