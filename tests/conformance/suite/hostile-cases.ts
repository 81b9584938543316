import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { FUZZ_SEED } from '@holbench/test-support/seed';
import { derivedSeed } from '@holbench/stats/derived-seed';
import { seededRandom } from '@holbench/stats/seeded-random';
import { isOverQuic } from '@holbench/variants/protocols';
import { describe, expect, test, vi } from 'vitest';
import { BYTE_KINDS } from '../hostile/byte-kinds.ts';
import { CLIENT_KINDS } from '../hostile/client-kinds.ts';
import { type HostileKind, pickOf, type Target } from '../hostile/hostile-kind.ts';
import { QUIC_KINDS } from '../hostile/quic-kinds.ts';
import { type Latencies, watchLatency } from '../hostile/watch-latency.ts';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { idWithFile } from '../lab/page-operations.ts';
import { openQuicClient } from '@holbench/test-clients/quic/http-connections';
import { QuicProgram } from '@holbench/test-clients/quic/quic-program';

/** Cases per variant: `pnpm test:hostile` has more than CI. */
const CASES = Number(process.env['HOLBENCH_HOSTILE_CASES'] ?? 200);
/** Upper bound, for cases that take long. */
const AT_ONCE = 12;
/** A rate, whatever the server answers: as many as follow each other without pause measure the handshakes of TLS. */
const PER_SECOND = 40;
/** The first loads of a page compile what they run. */
const WARM_MS = 1_000;
const IDLE_MS = 3_000;
/** After it, nothing of the hostile clients may be left. */
const SETTLED = { timeout: 5_000, interval: 100 } as const;
/** After it, a server must have forgotten clients over QUIC that left without a word: 6 s (quic-client.ts), and 1 s. */
const QUIC_IDLE_MS = 7_000;
/** Of the browser and of libraries, which come and go. */
const SPARE = 2;
/**
 * Of a well-behaved client's p99, beyond twice its own on an idle server: alone on a machine of two cores it is 0 to
 * 70 ms, of 200 loads. What is left is for other programs.
 */
const BUSY_MS = 150;

/** Clients that misbehave in every way that the lab knows, and what is left of them. */
export function describeHostileCases(lab: LabUnderTest): void {
  const isQuic = isOverQuic(lab.variant.protocol);
  describe('hostile cases', () => {
    test(
      `${CASES} of seed ${FUZZ_SEED} harm nobody, and leave nothing`,
      async () => {
        const id = await idWithFile(lab.page(0), 0);
        const files = await lab.uploadedFiles();
        await watchLatency(lab.page(2), id, () => delay(WARM_MS));
        const idle = await watchLatency(lab.page(2), id, () => delay(IDLE_MS));
        const before = await lab.held();
        await using quic = isQuic ? await startQuic(lab) : null;
        const target = targetOf(lab, id, quic);
        if (quic) await isUnderstood(target);
        // Datagrams are sent in no time.
        const beside = await watchLatency(lab.page(2), id, () =>
          Promise.all([withoutHaste(() => runCases(target)), delay(IDLE_MS)]),
        );

        const isProxied = lab.variant.proxy !== null;
        try {
          await vi.waitFor(async () => {
            expect(await lab.uploadedFiles()).toEqual(files);
            const after = await lab.held();
            if (!before || !after) return;
            expect(after.connections).toBeLessThanOrEqual(before.connections + SPARE);
            // A proxy keeps connections to its server.
            if (isProxied) return;
            expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + SPARE);
          }, SETTLED);
        } finally {
          console.log(summary(lab.variant.id, idle, beside, before, await lab.held()));
        }
        expect(beside.p99Ms).toBeLessThan(2 * idle.p99Ms + BUSY_MS);
        if (isQuic) await Promise.all([newcomerIsServed(lab), delay(QUIC_IDLE_MS)]);
        if (quic) await expectForgotten(lab, quic);
      },
      60_000 + 300 * CASES,
    );
  });
}

/**
 * Seen with Envoy: datagrams that begin no connection fill its store of those that might, and a page that comes
 * next gets ERR_QUIC_PROTOCOL_ERROR, until they time out.
 */
async function newcomerIsServed(lab: LabUnderTest): Promise<void> {
  const beganAtMs = performance.now();
  const visit = async (): Promise<void> => {
    const page = await lab.openPage();
    await page.context().close();
  };
  await vi.waitFor(visit, { timeout: 30_000, interval: 500 });
  const seconds = ((performance.now() - beganAtMs) / 1_000).toFixed(1);
  console.log(`${lab.variant.id}: a new page was served within ${seconds} s`);
}

/**
 * Leaves the cores to the server and the page: on a machine of two, the handshakes of clients on it would take what
 * clients elsewhere do not. Not all of it, which would be SCHED_IDLE: on a busy machine they would never run. Only root gets
 * its priority back.
 */
async function withoutHaste<Result>(run: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return run();
  const own = getPriority();
  setPriority(constants.priority.PRIORITY_LOW);
  try {
    return await run();
  } finally {
    setPriority(own);
  }
}

/** What speaks QUIC for the cases; null where this machine has none, for a reason that is printed. */
async function startQuic({ variant, logFolder }: LabUnderTest): Promise<QuicProgram | null> {
  const started = await QuicProgram.start(logFolder);
  if (typeof started !== 'string') return started;
  console.log(`${variant.id}: clients over QUIC skipped: ${started}`);
  return null;
}

/** Clients that no server understands would test nothing. */
async function isUnderstood(target: Target): Promise<void> {
  await using client = await target.rawClient();
  expect((await client.load(target.id)).id).toBe(target.id);
}

/** Asks the server, by a PING on each connection whose client has left, whether it still keeps it. */
async function expectForgotten({ variant }: LabUnderTest, quic: QuicProgram): Promise<void> {
  const { opened, ready, asked, kept } = await quic.probe();
  console.log(
    `${variant.id}: ${opened} connections over QUIC, ${ready} with a complete handshake; of ${asked} that clients left, ${kept} are kept`,
  );
  expect(kept).toBe(0);
  expect(ready).toBeGreaterThan(opened / 2);
}

function targetOf(lab: LabUnderTest, id: string, quic: QuicProgram | null): Target {
  const { variant, origin, port } = lab;
  const { protocol } = variant;
  const rawClient = () =>
    quic && isOverQuic(protocol) ? openQuicClient(quic, protocol, origin) : lab.rawClient();
  return { variant, origin, port, id, rawClient, quic };
}

/** Over QUIC, all but bytes need the program. */
function kindsOf({ variant, quic }: Target): readonly HostileKind[] {
  const lacksQuic = isOverQuic(variant.protocol) && quic === null;
  const kinds = lacksQuic ? BYTE_KINDS : [...BYTE_KINDS, ...CLIENT_KINDS, ...QUIC_KINDS];
  return kinds.filter((kind) => kind.appliesTo(variant));
}

/** A kind that ran so often was let in at least once. */
const ENOUGH_RUNS = 5;

/** Case i begins at its time or, where many take long, later; it is the same, whatever the others are. */
async function runCases(target: Target): Promise<void> {
  const [first, ...rest] = kindsOf(target);
  if (!first) throw new Error('no kind of hostile client applies');
  const runs = new Map<string, { count: number; letIn: number }>();
  const beganAtMs = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < CASES) {
      const index = next++;
      await delay(Math.max(0, beganAtMs + (index * 1_000) / PER_SECOND - performance.now()));
      const random = seededRandom(derivedSeed(FUZZ_SEED, target.variant.id, index));
      const kind = pickOf([first, ...rest], random);
      const isLetIn = await kind.run(target, random).catch((cause: unknown) => {
        throw new Error(`case ${index}, ${kind.name}`, { cause });
      });
      const { count, letIn } = runs.get(kind.name) ?? { count: 0, letIn: 0 };
      runs.set(kind.name, { count: count + 1, letIn: letIn + Number(isLetIn) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const neverLetIn = [...runs].filter(([, { count, letIn }]) => count >= ENOUGH_RUNS && !letIn);
  expect(neverLetIn.map(([name]) => name)).toEqual([]);
}

type Held = Awaited<ReturnType<LabUnderTest['held']>>;

function summary(
  id: string,
  idle: Latencies,
  beside: Latencies,
  before: Held,
  after: Held,
): string {
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const ratio = (beside.p99Ms / idle.p99Ms).toFixed(1);
  return [
    `${id}: ${CASES} hostile cases of seed ${FUZZ_SEED}`,
    `p99 of ${beside.loads} loads ${ms(beside.p99Ms)}, idle ${ms(idle.p99Ms)} (${ratio} times)`,
    `median ${ms(beside.p50Ms)}, idle ${ms(idle.p50Ms)}`,
    before && after
      ? `connections ${before.connections} → ${after.connections}, descriptors ${before.descriptors} → ${after.descriptors}`
      : 'connections and descriptors not counted: no /proc',
  ].join('; ');
}
