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
  /** Of these, not sent; null: the kernel or `ss` does not tell. */
  readonly unsentBytes: number | null;
}

export interface ReadSockets {
  readonly states: readonly SocketState[];
  /** What the sockets do not tell; null: nothing. */
  readonly problem: string | null;
}

/** When `ss` was asked, and when it had answered, in seconds. */
const ASKED = /^(\d+\.\d+) (\d+\.\d+)$/;
/** State, receive queue, send queue, own and other address, details: `ss -tinmHO`. */
const SOCKET = /^ESTAB\s+\d+\s+(\d+)\s+\S+:(\d+)\s+\S+:(\d+)\s/;

/** A socket's queue and its packets in flight are read one after the other. */
const SLACK_BYTES = 65_536;

/** Reads what the sampler printed: a line of two times, then the lines of `ss`, and so on. */
export function readSockets(text: string, serverPort: number): ReadSockets {
  const states: SocketState[] = [];
  // `ss` leaves out what is 0: a kernel is an old one that never tells what cannot have been 0 all the time.
  const told = { bytes_acked: false, notsent: false };
  const needed = { bytes_acked: false, notsent: false };
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
    const [acked, unsent] = [detail(line, 'bytes_acked'), detail(line, 'notsent')];
    told.bytes_acked ||= acked !== null;
    told.notsent ||= unsent !== null;
    const inFlightBytes = (detail(line, 'unacked') ?? 0) * (detail(line, 'mss') ?? 0);
    needed.bytes_acked ||= queuedBytes > 0;
    needed.notsent ||= queuedBytes > inFlightBytes + SLACK_BYTES;
    // The SYN of the client is acknowledged as one byte more.
    const acknowledged = Math.max(0, (acked ?? 0) - (isServer ? 0 : 1));
    states.push({
      ...asked,
      port: Number(isServer ? other : own),
      takenBytes: acknowledged + queuedBytes,
      queuedBytes,
      unsentBytes: unsent ?? 0,
    });
  }
  // Without it nothing is known of when a byte was taken.
  if (needed.bytes_acked && !told.bytes_acked) {
    return { states: [], problem: untold('bytes_acked') };
  }
  if (needed.notsent && !told.notsent) {
    const without = states.map((state) => ({ ...state, unsentBytes: null }));
    return { states: without, problem: untold('notsent') };
  }
  return { states, problem: null };
}

function untold(name: string): string {
  return `the kernel or ss does not tell ${name} of sockets`;
}

/** A number of the details. */
function detail(line: string, name: string): number | null {
  const found = new RegExp(`\\b${name}:(\\d+)`).exec(line)?.[1];
  return found === undefined ? null : Number(found);
}
