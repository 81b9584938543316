import { HEALTH_PATH } from '@holbench/protocol/health';

/** How the gateway names its certificate in `Server-Timing`: the SHA-256 of it, in hexadecimal. */
const NAME = 'certificate';
const HASH = /^[0-9a-f]{64}$/;

/** The hash that came with this page; null where none did. */
export function hashByNavigation(): Uint8Array<ArrayBuffer> | null {
  const timings = performance
    .getEntriesByType('navigation')
    .flatMap((entry) => (entry instanceof PerformanceNavigationTiming ? entry.serverTiming : []));
  return bytesOf(timings.find(({ name }) => name === NAME)?.description);
}

/** The hash as the gateway has it now. @throws TypeError where it cannot be asked, or says none. */
export async function hashByServer(): Promise<Uint8Array<ArrayBuffer>> {
  const { headers } = await fetch(HEALTH_PATH, { cache: 'no-store' });
  const [, text] = headers.get('server-timing')?.match(new RegExp(`${NAME};desc="(\\w+)"`)) ?? [];
  const hash = bytesOf(text);
  if (hash) return hash;
  throw new TypeError('the server names no certificate of WebTransport');
}

function bytesOf(text = ''): Uint8Array<ArrayBuffer> | null {
  if (!HASH.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
