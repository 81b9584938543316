import type { Measurement } from '@holbench/results/sample';
import { knownProtocol } from '../page/measure.ts';
import type { CellRun } from '../port/cell-run.ts';
import type { page } from './page.ts';
import { readByFetch, readByWebSocket } from './read-files.ts';
import { FILES, HALVES } from './scenario.ts';

/** One file, which has the one-time costs. */
const WARMUP_FILES = 1;

/**
 * Loads equally many files of the same size from the transport's floor and from the variant, each
 * with a new browser. The order alternates by round.
 */
export async function drive(run: CellRun): Promise<void> {
  const halves = [driveFloor, driveVariant];
  for (const half of run.cell.round % 2 === 0 ? halves : halves.toReversed()) await half(run);
}

async function driveFloor(run: CellRun): Promise<void> {
  const { protocol } = run.variant;
  const page = await run.openFloor();
  const read = protocol === 'websocket' ? readByWebSocket : readByFetch;
  for (const files of [WARMUP_FILES, FILES]) {
    const spec = { files, bytes: run.cell.workload.bulkFileBytes };
    const reads = await page.evaluate(read, spec);
    const measurements = reads.map(
      ({ startedAtMs, durationMs, bytes, protocol }, index): Measurement => ({
        label: HALVES.floor,
        user: 0,
        index,
        intendedAtMs: startedAtMs,
        outcome: { status: 'ok', durationMs, bytes, protocol: knownProtocol(protocol) },
      }),
    );
    run.record(measurements, { warmup: files === WARMUP_FILES });
  }
  await page.context().browser()?.close();
}

async function driveVariant(run: CellRun): Promise<void> {
  const { kind, seed, workload } = run.cell;
  const browser = await run.browser();
  const user = await run.openPage<ReturnType<typeof page>>(browser);
  for (const size of [WARMUP_FILES, FILES]) {
    const spec = { kind, size, seed: seed * 1_000 + size, timeoutMs: run.timeoutMs };
    const measurements = await user.call('runBatch', {
      ...spec,
      fileBytes: workload.bulkFileBytes,
    });
    const labelled = measurements.map((each) => ({ ...each, label: HALVES.variant }));
    run.record(labelled, { warmup: size === WARMUP_FILES });
  }
  await browser.close();
}
