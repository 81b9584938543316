import { fileURLToPath } from 'node:url';
import { MAX_MESSAGE_BYTES } from '@holbench/protocol/limits';

/** A Caddyfile of this folder and the environment variables that it refers to. */
export interface Caddyfile {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Listener {
  /** Address to bind, such as "127.0.0.1". */
  readonly host: string;
  readonly port: number;
  /** Paths of certificate and key, PEM. */
  readonly cert: string;
  readonly key: string;
}

/** The proxy of `caddy-http3`. @param upstream "host:port" of a server of HTTP/1.1 in the clear. */
export function http3Proxy(listener: Listener, upstream: string): Caddyfile {
  return {
    path: fileURLToPath(new URL('../http3-proxy.Caddyfile', import.meta.url)),
    environment: {
      ...listenerEnvironment(listener),
      HOLBENCH_UPSTREAM: upstream,
      HOLBENCH_MAX_BODY_BYTES: String(2 * MAX_MESSAGE_BYTES),
    },
  };
}

/** A static file server, for floors. @param folder what it serves. */
export function http3Static(listener: Listener, folder: string): Caddyfile {
  return {
    path: fileURLToPath(new URL('../http3-static.Caddyfile', import.meta.url)),
    environment: { ...listenerEnvironment(listener), HOLBENCH_ROOT: folder },
  };
}

/** A proxy of HTTP/1.1, HTTP/2 and HTTP/3, for probes. @param upstream as of `http3Proxy`. */
export function feasibilityProxy(listener: Listener, upstream: string): Caddyfile {
  return {
    path: fileURLToPath(new URL('../feasibility.Caddyfile', import.meta.url)),
    environment: { ...listenerEnvironment(listener), HOLBENCH_UPSTREAM: upstream },
  };
}

function listenerEnvironment({ host, port, cert, key }: Listener): Record<string, string> {
  return {
    HOLBENCH_HOST: host,
    HOLBENCH_PORT: String(port),
    HOLBENCH_CERT: cert,
    HOLBENCH_KEY: key,
  };
}
