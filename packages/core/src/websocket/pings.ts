import type { Connection } from '../connection.ts';
import { nowMs } from '../now-ms.ts';
import type { ServerSummary } from '../server/summary.ts';

export type SentPing = ServerSummary['pings'][number];

/** The summary is one line, of which the harness reads the last 4 MiB. */
const MOST = 50_000;

/** Pings of one connection at even distances, each timed until its pong. They end with the connection. */
export class Pings {
  readonly #sent: { sentAtMs: number; tookMs: number | null }[];
  readonly #own: number[] = [];

  /** @param sent of all connections, to which it adds its own. */
  constructor(connection: Connection, everyMs: number, sent: SentPing[]) {
    this.#sent = sent;
    const timer = setInterval(() => {
      if (sent.length >= MOST) return;
      connection.ping?.(String(this.#own.push(sent.length) - 1));
      sent.push({ sentAtMs: nowMs(), tookMs: null });
    }, everyMs);
    connection.closed.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** Pongs that answer no ping of this connection are ignored: a client may send any. */
  receivePong(payload: string): void {
    const ping = this.#sent[this.#own[Number(payload)] ?? -1];
    if (ping?.tookMs === null) ping.tookMs = Math.round(10 * (nowMs() - ping.sentAtMs)) / 10;
  }
}
