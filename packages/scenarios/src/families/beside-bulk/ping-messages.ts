import type { Connection } from '@holbench/results/connection';
import type { Measurement } from '@holbench/results/sample';
import type { Protocol } from '@holbench/variants/protocols';
import { LABELS } from '../../labels.ts';

/** What a server says of a ping: when it was sent, in ms since 1970, and after how long its pong came, if one did. */
interface SentPing {
  readonly sentAtMs: number;
  readonly tookMs: number | null;
}

/** Pings of a server, as messages of the connections during whose transfers they were sent, by connection. */
export function pingMessages(
  pings: readonly SentPing[],
  connections: readonly Connection[],
  protocol: Protocol,
): (Measurement & { readonly connection: number })[] {
  return connections.flatMap(({ connection, transfer: { phase, window } }) => {
    if (phase !== 'same' || !window) return [];
    const { fromMs, toMs } = window;
    const own = pings.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < toMs);
    return own.map(({ sentAtMs, tookMs }, index) => ({
      connection,
      label: LABELS.probe(phase, 'ping'),
      user: 0,
      index,
      intendedAtMs: sentAtMs,
      outcome:
        tookMs === null
          ? {
              status: 'failed' as const,
              code: 'timeout',
              reason: 'no pong came before the connection was closed',
              // The page stays open until its last message is answered: after the window at the earliest.
              afterMs: toMs - sentAtMs,
            }
          : { status: 'ok' as const, durationMs: tookMs, bytes: 0, protocol },
    }));
  });
}
