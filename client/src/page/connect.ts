import { Health, HEALTH_PATH, WEBSOCKET_PATH } from '@holbench/protocol/health';
import { parseJson } from '@holbench/protocol/parse';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import type { ClientTransport } from '@holbench/scenarios/port/client-transport';
import type { PageContext } from '@holbench/scenarios/port/page-context';
import { type Variant, variant } from '@holbench/variants/registry';
import { HttpTransport } from '../transport/http-transport.ts';
import { WebSocketTransport } from '../transport/websocket-transport.ts';

/** How long a page may take to become ready. */
const TIMEOUT_MS = 30_000;

/**
 * Finds out which variant serves this page, connects its transport and loads the list. Where the
 * page's address names the variant, all of it happens at once, and the server must agree.
 * @throws Error for a server of another variant or protocol version, and when it cannot be reached.
 */
export async function connect(): Promise<PageContext> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const health = serverHealth(signal);
  const named = new URLSearchParams(location.search).get('variant');
  const chosen = variant(named ?? (await health).variant);

  const transport = openTransport(chosen);
  const [{ variant: served }, listed] = await Promise.all([health, transport.list(signal)]);
  if (served !== chosen.id) {
    throw new Error(`the address asks for ${chosen.id}, but ${served} serves this page`);
  }
  const atMs = performance.now();
  const [page] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  const protocol = chosen.transport === 'http' ? page.nextHopProtocol : await listed.protocol;
  const bytes = page.encodedBodySize + assetBytes() + listed.bytes;
  return {
    variant: chosen,
    transport,
    list: listed.value,
    ready: { atMs, bytes, protocol },
    openTransport: () => openTransport(chosen),
  };
}

async function serverHealth(signal: AbortSignal): Promise<Health> {
  const response = await fetch(HEALTH_PATH, { cache: 'no-store', signal });
  const health = parseJson(Health, await response.text());
  if (health.protocolVersion !== PROTOCOL_VERSION) {
    const { protocolVersion } = health;
    throw new Error(`the server speaks protocol ${protocolVersion}, this page ${PROTOCOL_VERSION}`);
  }
  return health;
}

function assetBytes(): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const assets = entries.filter(({ name }) => new URL(name).pathname.startsWith('/assets/'));
  return assets.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
}

/** A transport of its own to the server that sent this page: a new user, as it were. */
function openTransport({ transport }: Variant): ClientTransport {
  const { origin } = location;
  if (transport === 'http') return new HttpTransport(origin);
  return new WebSocketTransport(origin.replace(/^http/, 'ws') + WEBSOCKET_PATH);
}
