import type { Variant } from './registry.ts';

/**
 * Servers that are not the lab's: an engine of the reader's own that speaks the lab's wire protocol
 * (docs/bring-your-own.md). They run only where `--target` leads to one, are never started here, and are in no list that
 * runs unasked. Who they are, their `GET /healthz` says.
 */
export const OWN_VARIANTS: readonly Variant[] = [
  {
    ...ofOthers('own-ws', 'O1', 'WebSocket, a server of your own'),
    transport: 'websocket',
    protocol: 'websocket',
    port: 8461,
    colour: '#CC6677',
  },
  {
    ...ofOthers('own-http1', 'O2', 'HTTP/1.1, a server of your own'),
    transport: 'http',
    protocol: 'http/1.1',
    port: 8462,
    colour: '#F0E442',
  },
  {
    ...ofOthers('own-http2', 'O3', 'HTTP/2, a server of your own'),
    transport: 'http',
    protocol: 'h2',
    port: 8463,
    colour: '#228833',
  },
  {
    ...ofOthers('own-http3', 'O4', 'HTTP/3, a server of your own'),
    transport: 'http',
    protocol: 'h3',
    port: 8464,
    colour: '#EE3377',
  },
];

/** What is the same of all: nothing is known of them but their protocol. */
function ofOthers(id: string, code: string, title: string) {
  return {
    id,
    code,
    title,
    group: 'own',
    server: null,
    proxy: null,
    stack: null,
    capabilities: ['no-events'],
  } as const;
}
