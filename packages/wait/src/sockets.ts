/** A connection's socket at its sender, as TCP told. */
export interface SocketState {
  /** It was so at some time in between, in ms since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The client's port. */
  readonly port: number;
  /** Bytes that the kernel had taken from the program since the connection began. */
  readonly takenBytes: number;
  /** Of these, not acknowledged. */
  readonly queuedBytes: number;
  /** Of these, not sent. */
  readonly unsentBytes: number;
}

/** When `ss` was asked, and when it had answered, in seconds. */
const ASKED = /^(\d+\.\d+) (\d+\.\d+)$/;
/** State, receive queue, send queue, own and other address, details: `ss -tinmHO`. */
const SOCKET = /^ESTAB\s+\d+\s+(\d+)\s+\S+:(\d+)\s+\S+:(\d+)\s/;

/** Reads what the sampler printed: a line of two times, then the lines of `ss`, and so on. */
export function readSockets(text: string, serverPort: number): SocketState[] {
  const states: SocketState[] = [];
  let asked = { fromMs: 0, toMs: 0 };
  for (const line of text.split('\n')) {
    const [, from, to] = ASKED.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      asked = { fromMs: Number(from) * 1_000, toMs: Number(to) * 1_000 };
      continue;
    }
    const [, queue, own, other] = SOCKET.exec(line) ?? [];
    if (queue === undefined) continue;
    const isServer = Number(own) === serverPort;
    const queuedBytes = Number(queue);
    // Whoever opened the connection has the SYN acknowledged, too, as one byte.
    const acknowledged = Math.max(0, detail(line, 'bytes_acked') - (isServer ? 0 : 1));
    states.push({
      ...asked,
      port: Number(isServer ? other : own),
      takenBytes: acknowledged + queuedBytes,
      queuedBytes,
      unsentBytes: detail(line, 'notsent'),
    });
  }
  return states;
}

/** A number of the details; `ss` leaves out those that are 0. */
function detail(line: string, name: string): number {
  return Number(new RegExp(`\\b${name}:(\\d+)`).exec(line)?.[1] ?? 0);
}
