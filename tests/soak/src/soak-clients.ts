import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '@holbench/process/user-error';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { type RawClient, storeZeros, zeros } from '@holbench/raw-clients/raw-client';
import type { Clients } from './open-clients.ts';

/** Those that come, go and stall; one more keeps to its loads all the time. */
const CLIENTS = 5;
const FILE = zeros(3 * CHUNK_BYTES + 5);
const TEXT = {
  author: 'soak',
  title: 'one of many',
  summary: 'for a while',
  preview: 'x'.repeat(500),
};
/** Longest pauses, in ms: between two operations, and of a client that stops reading. */
const PAUSE_MS = 200;
const STALL_MS = 3_000;
/** Texts that are created and complete uploads stay for ever: of one operation in so many. */
const RARE = 40;

/** What the clients have done since they began. */
export class Tally {
  readonly operations: Record<string, number> = {};
  readonly failures: Record<string, number> = {};
  #slowestLoadMs: number | null = null;

  /** Counts an operation by how it ends; never rejects. */
  async count(name: string, operation: Promise<unknown>): Promise<void> {
    const beganAt = performance.now();
    try {
      await operation;
      this.operations[name] = (this.operations[name] ?? 0) + 1;
    } catch (error) {
      // What had come instead differs each time.
      const [reason = ''] = messageOf(error).split(' among ');
      const failure = `${name}: ${reason.slice(0, 120)}`;
      this.failures[failure] = (this.failures[failure] ?? 0) + 1;
    }
    if (name !== 'load') return;
    this.#slowestLoadMs = Math.max(this.#slowestLoadMs ?? 0, performance.now() - beganAt);
  }

  /** Of the loads since the last call. */
  takeSlowestLoadMs(): number | null {
    const slowest = this.#slowestLoadMs;
    this.#slowestLoadMs = null;
    return slowest;
  }
}

/** Uses a variant in every way, until it is told to stop. Failures are counted. */
export async function runClients(clients: Clients, tally: Tally, stop: AbortSignal): Promise<void> {
  const first = await clients.open();
  const list = await first.list();
  const id = list.find(({ file }) => file !== null)?.id ?? '';
  const mutated = await first.create(TEXT);
  const steady = async (): Promise<void> => {
    while (!stop.aborted) {
      await tally.count('load', first.load(id));
      await delay(50);
    }
  };
  const changing = async (): Promise<void> => {
    while (!stop.aborted) {
      const sessionOf = STALLED[random(6)] ?? useIt;
      await tally.count(
        'come',
        session(clients, (client) => sessionOf(client, id, mutated, tally, stop)),
      );
    }
  };
  await Promise.all([steady(), ...Array.from({ length: CLIENTS }, changing)]);
  await first[Symbol.asyncDispose]();
}

async function session(clients: Clients, act: (client: RawClient) => Promise<void>): Promise<void> {
  await using client = await clients.open();
  await act(client);
}

type Session = (
  client: RawClient,
  id: string,
  mutated: string,
  tally: Tally,
  stop: AbortSignal,
) => Promise<void>;

/** Two of six clients; the others use it. */
const STALLED: readonly Session[] = [
  async (client, id, _mutated, tally, stop) => {
    await tally.count('stalled downloads', client.stallDownloads(id, 1 + random(3)));
    await pause(STALL_MS, stop);
  },
  async (client, _id, mutated, tally, stop) => {
    await tally.count('stalled events', client.stallEvents(mutated));
    await pause(STALL_MS, stop);
  },
];

const useIt: Session = async (client, id, mutated, tally, stop) => {
  for (let left = 5 + random(25); left > 0 && !stop.aborted; left--) {
    const [name, operate] = OPERATIONS[random(OPERATIONS.length)] ?? ['list', () => client.list()];
    await tally.count(name, operate(client, id, mutated));
    await pause(PAUSE_MS, stop);
  }
};

type Operation = (client: RawClient, id: string, mutated: string) => Promise<unknown>;

const OPERATIONS: readonly (readonly [string, Operation])[] = [
  ['list', (client) => client.list()],
  ['download', (client, id) => client.download(id)],
  [
    'mutate',
    (client, _id, mutated) => client.mutate(mutated, { preview: 'y'.repeat(random(5_000)) }),
  ],
  [
    'events',
    async (client, _id, mutated) => {
      const last = await client.mutate(mutated, { title: `event ${random(1_000)}` });
      await client.events(mutated, last - 1, 1);
    },
  ],
  ['create', (client) => (random(RARE) > 0 ? Promise.resolve() : client.create(TEXT))],
  [
    'upload',
    async (client) => {
      const upload = await client.upload(TEXT, FILE);
      if (random(RARE) === 0) return storeZeros(upload, FILE.bytes);
      await upload.store(0, new Uint8Array(Math.min(upload.terms.chunkBytes, FILE.bytes)));
      await upload.giveUp();
    },
  ],
];

async function pause(longestMs: number, signal: AbortSignal): Promise<void> {
  await delay(random(longestMs), undefined, { signal }).catch(() => {});
}

const random = (limit: number): number => Math.floor(Math.random() * limit);
