import { type PageSettings, pageSettings } from '@holbench/factors/page-settings';
import { Health, HEALTH_PATH, WEBSOCKET_PATH } from '@holbench/protocol/health';
import { parseJson } from '@holbench/protocol/parse';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import type { ClientTransport } from '@holbench/scenarios/port/client-transport';
import type { PageContext } from '@holbench/scenarios/port/page-context';
import { requestsAtOnce, type Variant, variant } from '@holbench/variants/registry';
import { BROWSER_CARRIER, type HttpCarrier } from '../transport/http-carrier.ts';
import { HttpTransport } from '../transport/http-transport.ts';
import { WebSocketTransport } from '../transport/websocket-transport.ts';
import { WebTransportCarrier } from '../transport/webtransport-carrier.ts';

/** Time limit until the page is ready. */
const TIMEOUT_MS = 30_000;

/**
 * Asks which variant serves this page, connects its transport and loads the list. If the page's
 * address names the variant, all of this happens at once, and the server must confirm the name. It may also
 * have settings.
 * @throws Error for a server of another variant or protocol version, or if it cannot be reached.
 */
export async function connect(): Promise<PageContext> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const health = serverHealth(signal);
  const address = new URLSearchParams(location.search);
  const named = address.get('variant');
  const asked = pageSettings(address);
  const chosen = variant(named ?? (await health).variant);

  const carrier = carrierOf(chosen);
  const transport = openTransport(chosen, asked, carrier);
  const [{ variant: served }, listed] = await Promise.all([health, transport.list(signal)]);
  if (served !== chosen.id) {
    throw new Error(
      `?variant=${chosen.id}: this server is ${served}; open the page of ${chosen.id}`,
    );
  }
  const atMs = performance.now();
  const [page] = entriesOf('navigation', PerformanceNavigationTiming);
  if (!page) throw new Error('this browser does not time its navigation');
  const protocol = chosen.transport === 'http' ? page.nextHopProtocol : await listed.protocol;
  const bytes = page.encodedBodySize + assetBytes() + listed.bytes;
  return {
    variant: chosen,
    transport,
    list: listed.value,
    ready: { atMs, bytes, protocol },
    openTransport: () => openTransport(chosen, asked, carrierOf(chosen)),
    fetch: carrier.fetch,
    ...(window.holbenchTell && { tell: window.holbenchTell }),
  };
}

async function serverHealth(signal: AbortSignal): Promise<Health> {
  const response = await fetch(HEALTH_PATH, { cache: 'no-store', signal });
  const health = parseJson(Health, await response.text());
  if (health.protocolVersion !== PROTOCOL_VERSION) {
    const { protocolVersion } = health;
    throw new Error(
      `the server has protocol version ${protocolVersion}, this page ${PROTOCOL_VERSION}; ` +
        'run pnpm build, start the server again and reload',
    );
  }
  return health;
}

function assetBytes(): number {
  const entries = entriesOf('resource', PerformanceResourceTiming);
  const assets = entries.filter(({ name }) => new URL(name).pathname.startsWith('/assets/'));
  return assets.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
}

function entriesOf<Entry extends PerformanceEntry>(type: string, kind: new () => Entry): Entry[] {
  return performance
    .getEntriesByType(type)
    .filter((entry): entry is Entry => entry instanceof kind);
}

/** Opens a new transport to this page's server, as another user would. */
function openTransport(
  chosen: Variant,
  asked: PageSettings,
  carrier: HttpCarrier,
): ClientTransport {
  const { origin } = location;
  if (chosen.transport !== 'websocket') {
    return new HttpTransport(origin, asked, carrier, requestsAtOnce(chosen));
  }
  return new WebSocketTransport(origin.replace(/^http/, 'ws') + WEBSOCKET_PATH, asked);
}

/** What carries requests of HTTP. */
function carrierOf({ transport }: Variant): HttpCarrier {
  return transport === 'webtransport' ? new WebTransportCarrier(location.origin) : BROWSER_CARRIER;
}
