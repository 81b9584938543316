import { setTimeout as delay } from 'node:timers/promises';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { HttpClient } from '@holbench/raw-clients/http-client';
import type { RawClient, RawUpload } from '@holbench/raw-clients/raw-client';
import { RawWebSocket } from '@holbench/raw-clients/web-socket';
import type { SeededRandom } from '@holbench/stats/seeded-random';
import { httpProtocol, isOverQuic } from '@holbench/variants/protocols';
import type { Variant } from '@holbench/variants/registry';
import { TEXT } from '../lab/page-operations.ts';
import { type SlowRequest, slowHttp1, slowHttp2 } from '../lab/slow-request.ts';
import { damaged, type HostileKind, pickOf, randomBytes, type Target } from './hostile-kind.ts';

const overTcp = ({ protocol }: Variant): boolean => !isOverQuic(protocol);
const LONGEST_STAY_MS = 200;
const UNKNOWN = 'co_ffffffffffffffff';
/** Of requests that routes read, and another. */
const BODY_TYPES = ['application/json', 'application/octet-stream', 'text/plain'] as const;

/** A client that speaks its protocol as it should, and does with it what no page does. Over QUIC by `target.quic`. */
function asClient(
  name: string,
  act: (client: RawClient, target: Target, random: SeededRandom) => Promise<void>,
  appliesTo: HostileKind['appliesTo'] = () => true,
): HostileKind {
  return {
    name,
    appliesTo,
    run: async (target, random) => {
      // It may be refused, closed on the way, or never answered.
      const opening = target.rawClient();
      const client = await within(opening, OPEN_MS).catch(() => null);
      if (!client) {
        void opening.then(
          (late) => late[Symbol.asyncDispose](),
          () => {},
        );
        return false;
      }
      await within(act(client, target, random), STAY_MS).catch(rethrowMistakes);
      await client[Symbol.asyncDispose]();
      return true;
    },
  };
}

/** Of this code; those of Node have a code. */
function rethrowMistakes(error: unknown): void {
  if ((error instanceof TypeError || error instanceof ReferenceError) && !('code' in error)) {
    throw error;
  }
}

export const CLIENT_KINDS: readonly HostileKind[] = [
  asClient('downloads that are not read', async (client, { id }, random) => {
    await within(client.stallDownloads(id, 1 + random.below(4)));
    await delay(random.below(LONGEST_STAY_MS));
  }),
  asClient('events that are not read', async (client, { id }, random) => {
    await within(client.stallEvents(id));
    await delay(random.below(LONGEST_STAY_MS));
  }),
  asClient('a download that is broken off', async (client, { id }, random) => {
    const download = client.download(id);
    download.catch(() => {});
    await delay(random.below(60));
  }),
  asClient('many operations at once, some of them wrong', async (client, { id }, random) => {
    const operations = Array.from({ length: 1 + random.below(30) }, () =>
      pickOf<() => Promise<unknown>>(
        [
          () => client.list(),
          () => client.load(pickOf([id, UNKNOWN, '../etc', ''], random)),
          () => client.mutate(pickOf([UNKNOWN, '%00'], random), { title: 'x' }),
          () => client.create({ ...TEXT, title: 'x'.repeat(random.below(2_000)) }),
        ],
        random,
      )().catch(() => {}),
    );
    if (random.below(2) === 0) await Promise.all(operations);
  }),
  asClient('an upload that breaks a rule, or is left', async (client, target, random) => {
    const bytes = 1 + random.below(3 * CHUNK_BYTES);
    const upload = await client.upload(TEXT, { bytes, sha256: '0'.repeat(64) });
    try {
      for (let chunk = random.below(5); chunk > 0; chunk--) {
        const length = pickOf([CHUNK_BYTES, 1, CHUNK_BYTES + 1, bytes % CHUNK_BYTES || 1], random);
        await within(upload.store(random.below(4), new Uint8Array(length)));
      }
    } finally {
      if (target.variant.transport !== 'websocket') await giveUp(target, upload);
    }
  }),
  asClient(
    'a body that is sent slowly',
    async (_client, { port, variant }, random) => {
      const open = httpProtocol(variant) === 'h2' ? slowHttp2 : slowHttp1;
      await using request: SlowRequest = await open(port);
      for (let piece = random.below(10); piece > 0; piece--) {
        await within(request.send(1 + random.below(2_000)));
        await delay(random.below(20));
      }
    },
    overTcp,
  ),
  asClient(
    'messages that are none',
    async (client, { id }, random) => {
      if (!(client instanceof RawWebSocket)) return;
      for (let count = 1 + random.below(20); count > 0; count--) sendAny(client, id, random);
      await delay(random.below(LONGEST_STAY_MS));
    },
    ({ transport }) => transport === 'websocket',
  ),
  asClient(
    'requests that no route has',
    async (client, { id }, random) => {
      if (!(client instanceof HttpClient)) return;
      for (let count = 1 + random.below(6); count > 0; count--) {
        const method = pickOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], random);
        const path = pickOf(
          [`/covalues/${id}`, '/covalues', '/x', `/covalues/${UNKNOWN}/file/chunks/0`],
          random,
        );
        const headers = { 'content-type': pickOf(BODY_TYPES, random) };
        const body = method === 'GET' ? {} : { headers, body: anyBody(random) };
        await within(client.exchange({ method, path, ...body })).catch(() => {});
      }
    },
    ({ transport }) => transport !== 'websocket',
  ),
];

/** By HTTP an upload outlives its client's connections, until it has been idle for a minute. */
async function giveUp(target: Target, upload: RawUpload): Promise<void> {
  await upload.giveUp().catch(async () => {
    await using another = await target.rawClient();
    if (!(another instanceof HttpClient)) return;
    await another.exchange({ method: 'DELETE', path: `/covalues/${upload.id}/file/chunks` });
  });
}

function anyBody(random: SeededRandom): Uint8Array<ArrayBuffer> {
  const json = Buffer.from(JSON.stringify({ text: TEXT, file: { bytes: 1e12, sha256: 'x' } }));
  const bytes = pickOf([damaged(json, random), randomBytes(random.below(2_000), random)], random);
  return Uint8Array.from(bytes);
}

function sendAny(client: RawWebSocket, id: string, random: SeededRandom): void {
  const requestId = random.below(4);
  const type = pickOf(
    ['list', 'load', 'loadFile', 'subscribe', 'cancel', 'chunk', 'admin'],
    random,
  );
  const json = Buffer.from(JSON.stringify({ type, requestId, id: pickOf([id, UNKNOWN], random) }));
  const way = random.below(5);
  if (way === 0) client.sendBinary(randomBytes(random.below(200), random));
  else if (way === 1) client.sendChunk(requestId, random.below(3), randomBytes(50, random));
  else if (way === 2) client.sendText(damaged(json, random));
  else client.sendText(json);
}

/** Time limits of what a hostile client waits for, in ms: an answer, its connection, and all that it does. */
const WAIT_MS = 2_000;
const OPEN_MS = 5_000;
const STAY_MS = 6_000;

async function within<Result>(answer: Promise<Result>, limitMs = WAIT_MS): Promise<Result> {
  // After the limit, it may fail as it likes.
  answer.catch(() => {});
  const limit = delay(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`);
  });
  return Promise.race([answer, limit]);
}
