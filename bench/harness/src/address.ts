import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** Where a server listens, or where it is reached. */
export interface Address {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** As in an origin: `192.0.2.7:8443`, `[::1]:8443`. */
export function hostAndPort({ host, port }: Address): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Of an origin, such as "https://[::1]:8443". */
export function addressOf(origin: string): Address {
  const { hostname, port } = new URL(origin);
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 443) };
}

/** Of the kind that reaches a host, or listens at it. */
export function udpSocket(host: string): Socket {
  return createSocket(isIPv6(host) ? 'udp6' : 'udp4');
}
