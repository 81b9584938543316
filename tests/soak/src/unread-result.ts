import type { UnreadKind } from './unread-kinds.ts';

/** What clients cost that read nothing of one kind. */
export interface UnreadResult {
  readonly variant: string;
  readonly kind: UnreadKind;
  /** Of server and proxy together, in bytes: before, and at most. */
  readonly idleRssBytes: number;
  readonly peakRssBytes: number;
  /** That peak, by process: server, and proxy. */
  readonly peakOfEach: Readonly<Record<string, number>>;
  /** Connections that should ask and not read, and those that could. */
  readonly toAsk: number;
  readonly unread: number;
  /** Clients that read, and those of them that got every byte. */
  readonly readers: number;
  readonly verified: number;
  /** How often readers got nothing at first, and asked again. */
  readonly refused: number;
  readonly seconds: number;
  /** Reasons of those that could not, and of an early end. */
  readonly failures: readonly string[];
}

/** Most that server and proxy may hold together. */
const MOST_BYTES = 500e6;

/** Every connection was made, every reader has its file, and memory has stayed within its bound. */
export function isGood(result: UnreadResult): boolean {
  const { peakRssBytes, toAsk, unread, readers, verified, failures } = result;
  const isComplete = unread === toAsk && verified === readers && failures.length === 0;
  return isComplete && peakRssBytes <= MOST_BYTES;
}

export function resultLine(result: UnreadResult): string {
  const { variant, kind, idleRssBytes, peakRssBytes, peakOfEach, seconds, failures } = result;
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
  const parts = Object.entries(peakOfEach)
    .map(([name, bytes]) => `${name} ${mb(bytes)}`)
    .join(', ');
  return [
    `${isGood(result) ? 'ok    ' : 'FAILED'} ${variant} ${kind}: peak ${mb(peakRssBytes)} MB (${parts}; idle ${mb(idleRssBytes)})`,
    `${result.unread} of ${result.toAsk} unread`,
    `${result.verified} of ${result.readers} downloads verified`,
    ...(result.refused > 0 ? [`asked again ${result.refused} times`] : []),
    `${seconds.toFixed(0)} s`,
    ...failures.slice(0, 4),
  ].join('; ');
}
