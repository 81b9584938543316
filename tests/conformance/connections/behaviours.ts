import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@holbench/core/connection';

export const PIECE_BYTES = 64 * 1024;

/** How long a `drained()` must be pending for the peer to count as one that does not read. */
const STALLED_MS = 300;

/** What the server's side of a connection does in one test. */
export interface Behaviour {
  /** How many pieces it sends at most: what a response with a content length announces. */
  readonly pieces: number;
  /** @param say Tells the test how far it has come. */
  run(connection: Connection, say: (event: string) => void): Promise<void>;
}

/** The content of piece `index`: ASCII without line breaks, so that it may travel in a batch. */
export function piece(index: number): string {
  return `${index}:`.padEnd(PIECE_BYTES, String.fromCodePoint(0x61 + (index % 26)));
}

/** Everything that `pieces` pieces hold, in order. */
export function content(pieces: number): Buffer {
  return Buffer.from(Array.from({ length: pieces }, (_, index) => piece(index)).join(''));
}

export const BEHAVIOURS = {
  /** Hands everything over at once and closes, without waiting for any drain. */
  heedless: {
    pieces: 128,
    async run(connection, say) {
      const answers = new Set<string>();
      for (let index = 0; index < 128; index++) answers.add(connection.send(data(index)));
      say([...answers].toSorted().join());
      connection.close();
    },
  },
  /** Waits for a drain whenever the connection is full. */
  heedful: heedful(1),
  /** The same by turns, as the downloads of one WebSocket: each waits for its own drain. */
  shared: heedful(3),
  /** Sends until its peer, which does not read, has left. */
  abandoned: {
    pieces: 4_096,
    async run(connection, say) {
      for (let index = 0; connection.send(data(index)) !== 'closed'; index++) {
        await drained(connection, say);
        // A batch answers `sent` at first: its timer must have its turn.
        await setImmediate();
      }
      await closed(connection);
      say(`closed, send: ${connection.send(data(0))}`);
      await connection.drained();
      connection.close();
      connection.close();
      say('survived');
    },
  },
  /** Sends nothing more after its first piece. */
  silent: {
    pieces: 2,
    async run(connection, say) {
      connection.send(data(0));
      await closed(connection);
      say(`closed, send: ${connection.send(data(1))}`);
    },
  },
  /** Closes twice, and sends afterwards. */
  closing: {
    pieces: 3,
    async run(connection, say) {
      for (let index = 0; index < 3; index++) connection.send(data(index));
      connection.close(1008, 'enough');
      connection.close();
      say(`send: ${connection.send(data(3))}`);
      await connection.drained();
      say('survived');
    },
  },
} satisfies Record<string, Behaviour>;

function heedful(senders: number): Behaviour {
  return {
    pieces: 256,
    async run(connection, say) {
      await connection.drained();
      let next = 0;
      const send = async (): Promise<void> => {
        while (next < 256) {
          const sent = data(next++);
          if (connection.send(sent) !== 'full') continue;
          await drained(connection, say);
          // Its memory may be used again.
          if (typeof sent !== 'string') sent.fill(0);
        }
      };
      await Promise.all(Array.from({ length: senders }, send));
      connection.close();
    },
  };
}

/** Text and bytes by turns. */
function data(index: number): string | Uint8Array<ArrayBuffer> {
  const text = piece(index);
  return index % 2 === 0 ? text : new TextEncoder().encode(text);
}

async function drained(connection: Connection, say: (event: string) => void): Promise<void> {
  const drain = connection.drained();
  const timeout = new AbortController();
  const stalled = delay(STALLED_MS, 'stalled', { signal: timeout.signal }).catch(() => '');
  if ((await Promise.race([drain, stalled])) === 'stalled') {
    say('stalled');
    await drain;
    say('drained');
  }
  timeout.abort();
}

async function closed({ closed }: Connection): Promise<void> {
  if (closed.aborted) return;
  await new Promise((resolve) => closed.addEventListener('abort', resolve, { once: true }));
}
