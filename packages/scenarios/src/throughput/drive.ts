import { isOverQuic } from '@holbench/variants/protocols';
import type { LoopResult, LoopSpec } from './closed-loop.ts';
import type { CellRun } from '../port/cell-run.ts';
import { type Loops, openPageLoops, openRawLoops } from './loops.ts';
import {
  CHECK_TURNS,
  checkSeconds,
  CLIENTS,
  FILES_ALONE,
  IDLE,
  type LoopOperation,
  MOST_CLIENTS,
  MOST_CREATIONS,
  OPERATIONS,
  SAMPLES,
  WARMUP_CLIENTS,
  WARMUP_CREATIONS,
  WARMUP_SECONDS,
  WARM_UP,
} from './windows.ts';

/** Ends no window before its time does. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** One closed loop after the other against one server. */
export async function drive(run: CellRun): Promise<void> {
  const { protocol } = run.variant;
  const driver = isOverQuic(protocol) ? 'browser' : 'raw-clients';
  await run.recordWindow({ label: IDLE, clients: 0, driver }, async () => NOTHING);
  const loops = isOverQuic(protocol) ? await openPageLoops(run) : await openRawLoops(run, protocol);
  if (run.cell.kind === 'binary') await driveFiles(run, loops);
  else {
    await driveOperations(run, loops);
    await driveChecks(run, loops);
  }
}

const NOTHING = { seconds: 0, operations: 0, failed: 0, failure: '', bytes: 0, durations: [] };

async function driveOperations(run: CellRun, loops: Loops): Promise<void> {
  const seconds = run.cell.workload.windowSeconds;
  for (const operation of OPERATIONS) {
    const isCreate = operation === 'create';
    const warmUp = { seconds: WARMUP_SECONDS, operations: isCreate ? WARMUP_CREATIONS : NO_LIMIT };
    await warmed(run, loops, { operation, clients: WARMUP_CLIENTS, ...warmUp });
    // Every number of clients has its turn to be first.
    const turn = run.cell.round % CLIENTS.length;
    for (const clients of [...CLIENTS.slice(turn), ...CLIENTS.slice(0, turn)]) {
      const operations = isCreate ? MOST_CREATIONS : NO_LIMIT;
      await loop(run, loops, { operation, clients, seconds, operations });
    }
  }
}

/** The lab’s clients and the programs that check them take turns, as the machine’s speed drifts. */
async function driveChecks(run: CellRun, loops: Loops): Promise<void> {
  const seconds = checkSeconds(run.cell.workload.windowSeconds);
  const clients = MOST_CLIENTS;
  if (loops.tools.length === 0) return;
  for (let turn = 0; turn < CHECK_TURNS; turn += 1) {
    await loop(run, loops, { operation: 'check', clients, seconds, operations: NO_LIMIT });
    for (const tool of loops.tools) {
      await run.recordWindow({ label: 'check', clients, driver: tool }, () =>
        loops.check(tool, clients, seconds),
      );
    }
  }
}

async function driveFiles(run: CellRun, loops: Loops): Promise<void> {
  const seconds = run.timeoutMs / 1_000;
  await warmed(run, loops, { operation: 'file', clients: 1, seconds, operations: 1 });
  await loop(run, loops, { operation: 'file', clients: 1, seconds, operations: FILES_ALONE });
  const clients = MOST_CLIENTS;
  await loop(run, loops, { operation: 'file', clients, seconds, operations: clients });
}

interface Loop {
  readonly operation: LoopOperation;
  readonly clients: number;
  readonly seconds: number;
  readonly operations: number;
}

/** Of a download each is kept: its first and last bytes are figures. */
function specOf({ cell }: CellRun, of: Loop): LoopSpec {
  return { ...of, samples: of.operation === 'file' ? of.operations : SAMPLES, seed: cell.seed };
}

async function loop(run: CellRun, loops: Loops, of: Loop): Promise<void> {
  run.record(await windowOf(run, loops, of, of.operation));
}

/** Its window is in no figure, but the server counts its requests. */
async function warmed(run: CellRun, loops: Loops, of: Loop): Promise<void> {
  run.record(await windowOf(run, loops, of, WARM_UP), { warmup: true });
}

async function windowOf(
  run: CellRun,
  loops: Loops,
  of: Loop,
  label: string,
): Promise<LoopResult['measurements']> {
  const spec = specOf(run, of);
  const measured: LoopResult['measurements'][] = [];
  await loops.prepare(spec);
  await run.recordWindow({ label, clients: of.clients, driver: loops.driver }, async () => {
    const { count, measurements } = await loops.run(spec);
    measured.push(measurements);
    return count;
  });
  return measured.flat();
}
