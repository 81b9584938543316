import { isEnding } from '@holbench/platform/process/cleanup';
import { whyUnsupported } from '@holbench/harness/unsupported';
import type { Tools } from '@holbench/harness/tools';
import type { Cell } from '@holbench/results/cell';
import type { Manifest } from '@holbench/results/manifest';
import { RUN_FILES } from '@holbench/results/run-files';
import { RunWriter } from '@holbench/results/run-writer';
import { variant as variantOf } from '@holbench/variants/registry';
import { join } from 'node:path';
import type { Configuration } from './configuration.ts';
import type { PlannedCell } from './plan.ts';
import type { Progress } from './progress.ts';
import { identity, runCell } from './run-cell.ts';

/** How many cells ended how. */
export interface RunResult {
  readonly ok: number;
  readonly invalid: number;
  readonly failed: number;
  readonly unsupported: number;
}

/**
 * Runs the planned cells one after the other and appends what they measured to a new run folder.
 * A cell that fails costs itself only.
 * @throws RunFolderError when `folder` holds a run already.
 */
export async function runBench(
  cells: readonly PlannedCell[],
  { manifest, configuration, folder, tools, progress }: RunOptions,
): Promise<RunResult> {
  await using writer = await RunWriter.create(folder, manifest);
  const result = { ok: 0, invalid: 0, failed: 0, unsupported: 0 };
  const options = {
    run: manifest.run,
    logs: join(folder, RUN_FILES.logs),
    configuration,
    tools,
  };
  for (const planned of cells) {
    progress.begin(planned);
    const reason = whyUnsupported(variantOf(planned.variant), tools);
    const { cell, samples } =
      reason === null
        ? await runCell(planned, options)
        : { cell: unsupportedCell(planned, manifest.run, reason), samples: [] };
    // Ctrl-C ended the cell's processes: it is not a finished cell that failed.
    if (isEnding()) return result;
    await writer.appendSamples(samples);
    await writer.finishCell(cell);
    progress.end(cell, samples);
    result[cell.status === 'ok' && !cell.valid ? 'invalid' : cell.status] += 1;
  }
  await writer.writeManifest({ ...manifest, endedAt: new Date().toISOString() });
  return result;
}

export interface RunOptions {
  readonly manifest: Manifest;
  readonly configuration: Configuration;
  readonly folder: string;
  readonly tools: Tools;
  readonly progress: Progress;
}

function unsupportedCell(planned: PlannedCell, run: string, reason: string): Cell {
  const now = new Date().toISOString();
  return {
    ...identity(planned, run),
    seed: planned.seed,
    startedAt: now,
    endedAt: now,
    status: 'unsupported',
    reasons: [reason],
    valid: false,
    protocol: { expected: variantOf(planned.variant).protocol, client: {}, server: {} },
    samples: 0,
    server: null,
    certificate: null,
  };
}
