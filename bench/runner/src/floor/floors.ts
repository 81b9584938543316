import type { Variant } from '@holbench/variants/registry';

/** A transport's floor: the least that moving the bytes can cost, without an application. */
export interface Floor {
  readonly id: 'http1' | 'http2' | 'ws' | 'http3';
  readonly title: string;
  /** What its page must prove. */
  readonly protocol: Variant['protocol'];
  /** `node`: a program of `servers/`; `caddy`: a static file. */
  readonly server: 'node' | 'caddy';
}

export const FLOORS: readonly Floor[] = [
  { id: 'ws', title: 'ws', protocol: 'websocket', server: 'node' },
  { id: 'http1', title: 'node:https', protocol: 'http/1.1', server: 'node' },
  { id: 'http2', title: 'node:http2', protocol: 'h2', server: 'node' },
  { id: 'http3', title: 'Caddy, static file', protocol: 'h3', server: 'caddy' },
];

/** The floor that a variant is compared with: the one of its transport. */
export function floorOf({ id, protocol }: Variant): Floor {
  const floor = FLOORS.find((candidate) => candidate.protocol === protocol);
  if (!floor) throw new Error(`${id} has no floor for ${protocol}`);
  return floor;
}
