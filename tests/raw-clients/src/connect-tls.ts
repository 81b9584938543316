import { isIP, type OnReadOpts } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

/** Begins a connection, and does not wait for its handshake. The lab's own certificates are not verified. */
export function connectTls(
  origin: string,
  ALPNProtocols: string[],
  options: { readonly onread?: OnReadOpts } = {},
): TLSSocket {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const all = {
    host,
    port: Number(port || 443),
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols,
    minVersion: 'TLSv1.3',
    rejectUnauthorized: false,
    ...options,
  } as const;
  return connect(all);
}
