import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { withDeadline } from '@holbench/harness/with-deadline';
import { messageOf } from '@holbench/process/user-error';
import { FULL_FILE_BYTES } from '@holbench/protocol/wire-limits';
import type { Variant } from '@holbench/variants/registry';
import { residentBytes } from './soak-variant.ts';
import { unreadClients } from './unread-clients.ts';
import { feed, type UnreadKind } from './unread-kinds.ts';
import type { UnreadResult } from './unread-result.ts';
import { Refused } from './verified-download.ts';

/** Connections that are opened at the same time. */
const AT_ONCE = 50;
/** After the last has asked, a server without bounds goes on filling its memory. */
const HOLD_MS = 3_000;
const READ_MS = 600_000;
/** A proxy gives no client a share of its own: who is refused asks again, as long as this. */
const AGAIN_FOR_MS = 90_000;
const AGAIN_MS = 1_000;
/**
 * What the readers read while others do not read something else. A file of 50 MiB each would take most of the time of a
 * run, and the memory that it needs is what unread downloads measure.
 */
const SMALL_FILE_BYTES = 1024 ** 2;
/**
 * A server that is busy with answers is slow to open connections, and uWebSockets.js shakes hands with the newest
 * first: 40 of 900 had waited for 20 s.
 */
const OPEN_MS = 180_000;
const OPENING = { limitMs: OPEN_MS, late: `no connection within ${OPEN_MS} ms` };
/** The machine is others', too. */
const ABORT_BYTES = 5e9;
const LARGE = { author: 'a', title: 't', summary: 's', preview: 'x'.repeat(100_000) };

/** Has most connections read nothing of what they asked for, and the others download a file each. */
export async function runUnread(
  variant: Variant,
  options: {
    readonly kind: UnreadKind;
    readonly tools: Tools;
    readonly logFolder: string;
    readonly unread: number;
    readonly readers: number;
  },
): Promise<UnreadResult> {
  const { kind, tools, unread, readers } = options;
  const logFolder = join(options.logFolder, `${variant.id}-${kind}`);
  const failures = new Set<string>();
  const fileBytes = kind === 'downloads' ? FULL_FILE_BYTES : SMALL_FILE_BYTES;
  await using server = await startVariant(variant, { tools, fileBytes, logFolder });
  await using clients = await unreadClients(server, { tools, logFolder });
  await using client = await clients.open();
  const withFile = (await client.list()).find(({ file }) => file !== null)?.id ?? '';
  const id = kind === 'downloads' ? withFile : await client.create(LARGE);

  await using memory = await watchMemory(server);
  const beganAt = performance.now();
  await using opened = new AsyncDisposableStack();
  let asking = 0;
  let left = unread;
  const opener = async (): Promise<void> => {
    while (left-- > 0 && !memory.isOver()) {
      try {
        opened.use(await withDeadline(clients.ask(kind, id), [], OPENING));
        asking++;
      } catch (error) {
        failures.add(`unread: ${messageOf(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  await feed(kind, client, id).catch((error: unknown) => failures.add(messageOf(error)));
  await delay(HOLD_MS);

  let verified = 0;
  let refused = 0;
  const download = async (): Promise<void> => {
    const until = performance.now() + AGAIN_FOR_MS;
    for (;;) {
      try {
        return await clients.download(withFile);
      } catch (error) {
        if (!variant.proxy || !(error instanceof Refused) || performance.now() > until) throw error;
        refused++;
        await delay(AGAIN_MS);
      }
    }
  };
  const limit = delay(READ_MS, undefined, { ref: false });
  const reading = Array.from({ length: memory.isOver() ? 0 : readers }, async () => {
    try {
      await download();
      verified++;
    } catch (error) {
      failures.add(`reader: ${messageOf(error)}`);
    }
  });
  await Promise.race([Promise.all(reading), limit, server.ended, memory.over]);
  if (memory.isOver()) failures.add(`ended at ${ABORT_BYTES / 1e6} MB`);
  const { idleRssBytes, peakRssBytes, peakOfEach } = memory;
  const seconds = (performance.now() - beganAt) / 1_000;
  const counts = { toAsk: unread, unread: asking, readers, verified, refused, seconds };
  return {
    variant: variant.id,
    kind,
    idleRssBytes,
    peakRssBytes,
    peakOfEach,
    ...counts,
    failures: [...failures],
  };
}

const sum = (each: readonly number[]): number => each.reduce((total, one) => total + one, 0);

/** Reads the memory of all processes until it is disposed of. */
async function watchMemory({ processes }: RunningVariant) {
  const read = (): Promise<number[]> =>
    Promise.all(processes.map(({ pid }) => residentBytes(pid).catch(() => 0)));
  let peak = await read();
  const idleRssBytes = sum(peak);
  const over = Promise.withResolvers<void>();
  const isOver = (): boolean => sum(peak) > ABORT_BYTES;
  const look = async (): Promise<void> => {
    const each = await read();
    if (sum(each) > sum(peak)) peak = each;
    if (isOver()) over.resolve();
  };
  const timer = setInterval(() => void look(), 50);
  return {
    idleRssBytes,
    get peakRssBytes() {
      return sum(peak);
    },
    get peakOfEach() {
      return Object.fromEntries(processes.map(({ name }, index) => [name, peak[index] ?? 0]));
    },
    isOver,
    over: over.promise,
    [Symbol.asyncDispose]: async () => clearInterval(timer),
  };
}
