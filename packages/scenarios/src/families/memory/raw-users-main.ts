import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openRawClient, type TcpProtocol } from '@holbench/raw-clients/open-client';
import { type RawClient, storeZeros, zeros } from '@holbench/raw-clients/raw-client';
import type { Measurement, Outcome } from '@holbench/results/sample';
import { HOLD_SECONDS } from './scenario.ts';

/** The only argument of this program, as JSON. */
export interface RawUsers {
  /** Its label, too. `stall`: from the request of a file to the head of the answer, the rest unread. */
  readonly action: 'stall' | 'upload';
  readonly protocol: TcpProtocol;
  readonly origin: string;
  /** Number of concurrent users, each with its own connections. */
  readonly users: number;
  /** Size of an uploaded file. */
  readonly fileBytes: number;
  readonly timeoutMs: number;
  /** File that gets a `Measurement` per user, a line each. */
  readonly samplesPath: string;
}

const given: RawUsers = JSON.parse(process.argv[2] ?? '');
const { action, protocol, origin, timeoutMs } = given;

const open = (): Promise<RawClient> => openRawClient(protocol, origin, { timeoutMs });
const clients = await Promise.all(Array.from({ length: given.users }, open));
const act = action === 'stall' ? await staller() : uploader();
await Promise.all(clients.map(measure));
if (action === 'stall') await delay(1_000 * HOLD_SECONDS);
await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));

/** Each user asks for a file, a different one while there are enough, and does not read it. */
async function staller(): Promise<(client: RawClient, user: number) => Promise<void>> {
  const [first] = clients;
  const list = (await first?.list()) ?? [];
  const ids = list.flatMap(({ id, file }) => (file ? [id] : []));
  return async (client, user) => client.stallDownloads(ids[user % ids.length] ?? '', 1);
}

function uploader(): (client: RawClient) => Promise<void> {
  const file = zeros(given.fileBytes);
  const text = { author: 'raw client', title: 'an upload', summary: 'one of many', preview: '' };
  return async (client) => storeZeros(await client.upload(text, file), given.fileBytes);
}

/** The unread payload of a stalled download is not counted. */
async function measure(client: RawClient, user: number): Promise<void> {
  const intendedAtMs = performance.now();
  const bytes = action === 'stall' ? 0 : given.fileBytes;
  const limit = delay(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`not done within ${timeoutMs} ms`);
  });
  const outcome = await Promise.race([act(client, user), limit]).then(
    (): Outcome => ({
      status: 'ok',
      durationMs: performance.now() - intendedAtMs,
      bytes,
      protocol,
    }),
    (error: Error): Outcome => {
      const afterMs = performance.now() - intendedAtMs;
      return { status: 'failed', code: 'raw_client', reason: error.message, afterMs };
    },
  );
  const measurement: Measurement = { label: action, user, index: 0, intendedAtMs, outcome };
  appendFileSync(given.samplesPath, `${JSON.stringify(measurement)}\n`);
}
