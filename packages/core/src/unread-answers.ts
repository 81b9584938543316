import { type ClientLimits, MAX_WAITING_FILE_BYTES } from './server/client-limits.ts';
import { logWarning } from './server/log.ts';

const KINDS = ['answers', 'files', 'requests', 'bodies', 'kept'] as const;
/**
 * What memory is used for: answers, which the server makes as they are asked for; chunks of files, which it makes as
 * they are read; requests that have come already; bodies of requests, while they come; and what Node's TLS keeps after
 * answers were sent, until the connection ends: as much as ever waited at once.
 */
type Kind = (typeof KINDS)[number];

type UnreadLimits = Pick<
  ClientLimits,
  | 'unreadBytes'
  | 'allUnreadBytes'
  | 'allUnreadChunks'
  | 'allWaitingRequestBytes'
  | 'allBodyBytes'
  | 'allKeptBytes'
>;

/** For the server's log. */
const NAMES: Readonly<Record<Kind, string>> = {
  answers: 'unread answers',
  files: 'unread files',
  requests: 'requests that wait',
  bodies: 'bodies that have not ended',
  kept: 'answers that were sent',
};

/** One connection, whose client may leave unread what it asked for. */
export interface Reader {
  /** Bytes that it uses in this process. */
  readonly uses: Record<Kind, number>;
  /** When it began to use any, as a number in the order of connections. */
  readonly since: Record<Kind, number>;
  /** What it used is counted no more. */
  isClosed: boolean;
  /** Cuts the connection off at once: what waits is memory, and a client that does not read gets no reason. */
  readonly terminate: () => void;
}

export function readerOf(terminate: () => void): Reader {
  return { uses: nothing(), since: nothing(), isClosed: false, terminate };
}

const nothing = (): Record<Kind, number> => ({
  answers: 0,
  files: 0,
  requests: 0,
  bodies: 0,
  kept: 0,
});

/** Of the room that is left, one connection may have this share (Choudhury and Hahne's dynamic threshold, 1998). */
const SHARE_OF_ONE = 1 / 4;
/** A connection with less than this always gets an answer. */
const LEAST_OF_ONE = 32 * 1024;

const shareOf = (room: number): number => Math.max(room * SHARE_OF_ONE, LEAST_OF_ONE);

/**
 * A connection that uses at least this part of the largest use may be cut off in its place. Without it, many connections that
 * each hold a little get every new page cut off, because its script is a little larger.
 */
const ABOUT_AS_MUCH = 1 / 2;

/**
 * The memory of one process that is used for clients that do not read: bounded for each connection, of which no more
 * requests are read then, and in all, where the oldest of those that use most is cut off.
 */
export class UnreadAnswers {
  readonly #mostOfOne: number;
  readonly #mostOfAll: Readonly<Record<Kind, number>>;
  readonly #used = nothing();
  readonly #readers = new Set<Reader>();
  #begun = 0;

  /** @param chunkBytes of each chunk of a file. */
  constructor(limits: UnreadLimits, chunkBytes: number) {
    this.#mostOfOne = limits.unreadBytes;
    this.#mostOfAll = {
      answers: limits.allUnreadBytes,
      // uWebSockets.js counts answers as files, too: with small chunks those would have next to no room.
      files: Math.max(
        Math.min(limits.allUnreadChunks * chunkBytes, MAX_WAITING_FILE_BYTES),
        limits.allUnreadBytes,
      ),
      requests: limits.allWaitingRequestBytes,
      bodies: Math.max(limits.allBodyBytes, Math.min(10 * chunkBytes, MAX_WAITING_FILE_BYTES)),
      kept: limits.allKeptBytes,
    };
  }

  /** Whether so many answers wait for a client that it should get no more. Files wait by themselves. */
  isTooMuch({ uses, isClosed }: Reader): boolean {
    if (isClosed || uses.answers === 0) return false;
    const room = Math.min(this.#room('answers'), this.#room('kept'));
    return uses.answers >= Math.min(this.#mostOfOne, shareOf(room));
  }

  /** Bytes of files that may wait for one connection of a library that queues them itself. */
  get mostQueued(): number {
    return shareOf(this.#room('files'));
  }

  /** So many bytes wait for a client. */
  add(reader: Reader, kind: Kind, bytes: number): void {
    if (reader.isClosed) return;
    const { uses, since } = reader;
    if (uses[kind] === 0) since[kind] = ++this.#begun;
    uses[kind] += bytes;
    this.#used[kind] += bytes;
    this.#readers.add(reader);
    if (this.#room(kind) < 0) this.#cutOffTheWorst(kind);
    if (uses.answers > uses.kept) this.add(reader, 'kept', uses.answers - uses.kept);
  }

  /** So many bytes wait no more. */
  remove(reader: Reader, kind: Kind, bytes: number): void {
    if (reader.isClosed) return;
    reader.uses[kind] -= bytes;
    this.#used[kind] -= bytes;
    if (KINDS.every((each) => reader.uses[each] === 0)) this.#readers.delete(reader);
  }

  /** Its connection has closed. */
  forget(reader: Reader): void {
    if (reader.isClosed) return;
    for (const kind of KINDS) this.#used[kind] -= reader.uses[kind];
    this.#readers.delete(reader);
    reader.isClosed = true;
  }

  #room(kind: Kind): number {
    return this.#mostOfAll[kind] - this.#used[kind];
  }

  #cutOffTheWorst(kind: Kind): void {
    const readers = [...this.#readers];
    // Kept memory stays until its connection ends, so its age says nothing about reading.
    const part = kind === 'kept' ? 1 : ABOUT_AS_MUCH;
    const least = part * Math.max(...readers.map(({ uses }) => uses[kind]));
    const [worst] = readers
      .filter(({ uses }) => uses[kind] >= least)
      .toSorted((a, b) => a.since[kind] - b.since[kind]);
    if (!worst) return;
    logWarning(
      `over ${this.#mostOfAll[kind]} bytes are used for ${NAMES[kind]}: a connection that uses most (${worst.uses[kind]}) is cut off`,
    );
    this.forget(worst);
    worst.terminate();
  }
}
