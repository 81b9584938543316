import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '@holbench/process/user-error';
import { shellWord } from '@holbench/process/shell-word';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { RunWriter } from '@holbench/results/run-writer';
import { outsideTolerance } from '@holbench/runner/failure-reason';
import { planCells } from '@holbench/runner/plan';
import { defaultRunFolder, runId } from '@holbench/runner/run-id';
import { DEMO } from '@holbench/results/parameters';
import { cellsOf } from './cells-of.ts';
import { configurationOf, type DemoConditions, manifestOf } from './manifest-of.ts';
import type { SaveRequest } from './save-request.ts';
import type { SaveAnswer, Seen } from './seen.ts';

/** A clock may be corrected while a race goes on. */
const CLOCK_MS = 1_000;

export interface SaveOptions extends DemoConditions {
  /** When the demo began, in ms since 1970: no race of its page is older. */
  readonly sinceMs: number;
}

/**
 * Writes what a page has seen into a new run folder, where `pnpm bench` writes its own by default.
 * @returns why not, where it has what no race of this demo can have, or cannot be written. Never rejects.
 */
export async function saveRun(
  { seen, browser }: SaveRequest,
  options: SaveOptions,
): Promise<SaveAnswer> {
  const refused = whyNotOf(seen, options, Date.now());
  if (refused !== null) return { refused };
  try {
    const folder = await writeRun({ seen, browser }, options);
    const path = relative('', folder);
    return { path, command: `pnpm report ${shellWord(path)}` };
  } catch (error) {
    // A remedy is an option of the bench, which a page has not.
    return { refused: error instanceof RunFolderError ? error.why : messageOf(error) };
  }
}

/** Why no page of a demo can have seen this; null where it can. */
export function whyNotOf(
  { races }: Seen,
  { variants, sinceMs }: Pick<SaveOptions, 'variants' | 'sinceMs'>,
  nowMs: number,
): string | null {
  const lanes = races.flat();
  const unknown = lanes.find(({ variant }) => !variants.includes(variant));
  if (unknown) return `${unknown.variant} is no lane of this demo`;
  const isOutside = lanes.some(
    ({ startedAtMs, stoppedMs }) =>
      startedAtMs < sinceMs - CLOCK_MS || startedAtMs + stoppedMs > nowMs + CLOCK_MS,
  );
  return isOutside ? 'a race is older than this demo, or has not ended' : null;
}

async function writeRun({ seen, browser }: SaveRequest, options: SaveOptions): Promise<string> {
  const { tools, link } = options;
  // A run is named by its second.
  while (existsSync(defaultRunFolder(tools.root, runId(DEMO)))) await delay(100);
  const run = runId(DEMO);
  const configuration = configurationOf(seen, options);
  const cells = cellsOf(seen, {
    run,
    planned: planCells(configuration),
    networkProblem: link && outsideTolerance(link.certificate),
  });
  const times = cells.flatMap(({ cell }) => [cell.startedAt, cell.endedAt]).toSorted();
  const manifest = await manifestOf({ run, configuration, browser }, options, {
    startedAt: times[0] ?? '',
    endedAt: times.at(-1) ?? '',
    plannedCells: cells.length,
  });
  const folder = defaultRunFolder(tools.root, run);
  await using writer = await RunWriter.create(folder, { ...manifest, endedAt: null });
  for (const { cell, samples } of cells) {
    await writer.appendSamples(samples);
    await writer.finishCell(cell);
  }
  await writer.writeManifest(manifest);
  return folder;
}
