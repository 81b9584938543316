import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isEnding } from '@holbench/process/cleanup';
import { shellWord } from '@holbench/process/shell-word';
import { UserError } from '@holbench/process/user-error';
import { keyOf, type VersionedTools, whyOtherVersions } from '@holbench/harness/versions/tools-of';
import type { Cell } from '@holbench/results/cell';
import type { Manifest } from '@holbench/results/manifest';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import { otherWorkWarning } from '@holbench/results/other-work';
import type { FinishedCell } from '@holbench/results/run-reader';
import { RUN_FILES } from '@holbench/results/run-files';
import { RunWriter } from '@holbench/results/run-writer';
import { WATCHED, type WatchedLine } from '@holbench/scenarios/port/told';
import { scenarioOf, SCENARIOS } from '@holbench/scenarios/registry';
import { type Variant, variant as variantOf } from '@holbench/variants/registry';
import type { Configuration } from './configuration.ts';
import { type BenchNetwork, whyVariantCannotRun } from './network/bench-network.ts';
import { certifyNetwork, type CertifiedNetwork } from './network/certify-network.ts';
import { whyNotServed } from './own-server.ts';
import type { PlannedCell } from './planned-cell.ts';
import type { Progress } from './progress.ts';
import type { RoundPlan } from './rounds/round-plan.ts';
import { runCell } from './run-cell.ts';
import type { CellOptions, Debugging } from './cell-parts.ts';
import { type CellResult, skippedCell } from './cell-result.ts';
import { groupCells } from './side-by-side/group-cells.ts';
import { Siblings } from './side-by-side/siblings.ts';

export interface RunOptions {
  readonly manifest: Manifest;
  readonly configuration: Configuration;
  /** One for each of the configuration. */
  readonly networks: readonly BenchNetwork[];
  readonly folder: string;
  /** Resumes the run in `folder` instead of making a new one. */
  readonly resume: boolean;
  readonly tools: VersionedTools;
  /** Cells that the run had before it was resumed. */
  readonly earlier?: readonly FinishedCell[];
  readonly progress: Progress;
  /** Called when a round has ended and nothing is measured. @returns the results so far. */
  readonly afterRound?: () => Promise<readonly string[]>;
  readonly debugging?: Debugging;
  /** Writes what happens in cells while they run: `WATCHED`. */
  readonly watch?: boolean;
  /** Keeps the captures of recorded cells in their folders of logs. */
  readonly keepCaptures?: boolean;
}

/**
 * Measures each network, then runs round after round, some cells side by side, and appends each cell to a
 * run folder when it ends. A failed cell does not end the run.
 * @returns the cells that ended.
 * @throws RunFolderError when `folder` holds a run already.
 */
export async function runBench(rounds: RoundPlan, options: RunOptions): Promise<readonly Cell[]> {
  const { manifest, configuration, networks, folder, resume, tools, progress } = options;
  const { debugging, watch = false, keepCaptures = false } = options;
  await using writer = resume
    ? await RunWriter.resume(folder)
    : await RunWriter.create(folder, manifest);
  const startedMs = performance.now();
  const ended: Cell[] = [];
  const logs = join(folder, RUN_FILES.logs);
  const onWatched = watch ? watcherOf(folder) : undefined;

  const certified = new Map<string, CertifiedNetwork & { readonly network: BenchNetwork }>();
  /** What servers state, by variant and the versions that were asked for. */
  const known = new Map<string, Readonly<Record<string, string>>>();
  for (const [variant, versions] of Object.entries(manifest.versions.servers ?? {})) {
    known.set(`${variant} ${keyOf({ factors: configuration.factors, variant })}`, versions);
  }
  for (const { cell } of options.earlier ?? []) {
    const { chromium: _, ...versions } = cell.versions ?? {};
    if (cell.versions) known.set(`${cell.variant} ${keyOf(cell)}`, versions);
  }
  const servers: Manifest['versions']['servers'] = { ...manifest.versions.servers };
  const records = (): Manifest => ({
    ...manifest,
    plannedCells: rounds.plannedCells,
    versions: { ...manifest.versions, servers },
    networks: manifest.networks.map((record) => certified.get(record.profile.id)?.record ?? record),
  });
  for (const network of networks) {
    const { record } = network;
    certified.set(record.profile.id, { record, refusal: null, network });
  }
  const certify = async (): Promise<void> => {
    for (const network of networks) {
      const known = await certifyNetwork(network, { seed: configuration.seed, logs });
      if (isEnding()) return;
      certified.set(network.record.profile.id, { ...known, network });
      await writer.writeManifest(records());
      progress.network(known);
    }
  };
  // Who watches waits for messages. Each cell checks its link before and after all the same.
  if (!watch) await certify();
  if (isEnding()) return ended;

  let closed: string | null = null;
  const noteClosed = async ({ target }: BenchNetwork): Promise<void> => {
    if (target) closed = await target.closed;
  };
  for (const network of networks) void noteClosed(network);

  const finish = async ({ cell, samples, connections, versions }: CellResult): Promise<void> => {
    // Ctrl-C ended the cell's processes, or somebody the target: the cell did not fail.
    if (isEnding() || closed !== null) return;
    const asked = keyOf(cell);
    const before = known.get(`${cell.variant} ${asked}`);
    const other = versions && whyOtherVersions(cell, versions);
    if (other) {
      cell.valid = false;
      cell.reasons.push(other);
    }
    if (versions && before && !isDeepStrictEqual(versions, before)) {
      // For example, a library was updated before the run was resumed.
      cell.valid = false;
      cell.reasons.push('the server reports other versions than in earlier cells');
    }
    if (versions) known.set(`${cell.variant} ${asked}`, versions);
    if (versions && asked !== '')
      cell.versions = {
        ...versions,
        chromium: tools.of(cell).tools?.chromium?.version ?? 'none',
      };
    // Of a cell that asks for other versions than its run, its own line has them.
    if (versions && !before && asked === keyOf({ ...configuration, variant: cell.variant })) {
      servers[cell.variant] = versions;
      await writer.writeManifest(records());
    }
    await writer.appendSamples(samples);
    await writer.appendConnections(connections);
    await writer.finishCell(cell);
    rounds.finish(cell);
    progress.end(cell, samples);
    onWatched?.({ variant: cell.variant, what: { is: 'done', reasons: cell.reasons } });
    ended.push(cell);
  };

  const runGroup = async (group: readonly PlannedCell[]): Promise<void> => {
    const running: (Pick<CellOptions, 'network' | 'tools'> & { planned: PlannedCell })[] = [];
    for (const planned of group) {
      const known = certified.get(planned.network.profile.id);
      if (!known) throw new Error(`no record of the network ${planned.network.profile.id}`);
      const { network, refusal } = known;
      const chosen = tools.of(planned);
      const variant = variantOf(planned.variant);
      const unsupported =
        chosen.reason ??
        whyVariantCannotRun(variant, network, chosen.tools ?? tools.own) ??
        (network.target?.files ? whyNotServed(planned, network.target.files) : null) ??
        whyNotAtOwnServer(variant, planned.scenario) ??
        whyNoNetwork(network);
      if (unsupported === null && refusal === null && chosen.tools !== null) {
        running.push({ planned, network, tools: chosen.tools });
      } else await finish(skippedCell(planned, manifest.run, { unsupported, ...known }));
    }
    progress.begin(running.map(({ planned }) => planned));
    const { members } = new Siblings(running.length);
    // The lines of one cell stand together, also where two end at once.
    let finishing = Promise.resolve();
    const settled = await Promise.allSettled(
      members.map(async (sibling, index) => {
        const own = running[index];
        if (!own) return;
        const { planned, ...where } = own;
        const ofRun = { run: manifest.run, logs, configuration, keepCaptures, onWatched };
        const onPhase = (phase: ProbePhase, samples: readonly Sample[]): void =>
          progress.phase(planned, phase, samples);
        const ofCell = { ...ofRun, ...where, cells: rounds.mostCells, sibling, onPhase };
        const cell = await runCell(planned, { ...ofCell, ...(debugging ? { debugging } : {}) });
        await (finishing = finishing.then(() => finish(cell)));
      }),
    );
    // A full disk, for example: once no cell runs any more.
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
  };

  for (;;) {
    const { cells, note } = rounds.next((performance.now() - startedMs) / 1_000);
    if (note !== null) progress.note(note);
    if (cells.length === 0) break;
    progress.plan(rounds.remaining);
    // A killed run is to say how many cells it lacks.
    await writer.writeManifest(records());
    for (const group of groupCells(cells, configuration.jobs)) {
      await runGroup(group);
      if (isEnding()) return ended;
      if (closed !== null) throw new UserError(whatNow(closed, folder));
    }
    progress.table((await options.afterRound?.()) ?? []);
  }
  if (watch) await certify();
  if (isEnding()) return ended;
  await writer.writeManifest({ ...records(), endedAt: new Date().toISOString() });
  const warning = otherWorkWarning(ended);
  if (warning !== null) progress.note(warning);
  return ended;
}

/** Appends lines to a file. Who watches reads it while it grows. */
function watcherOf(folder: string): (line: WatchedLine) => void {
  const path = join(folder, WATCHED);
  mkdirSync(dirname(path), { recursive: true });
  return (line) => appendFileSync(path, `${JSON.stringify(line)}\n`);
}

function whatNow(closed: string, folder: string): string {
  return `${closed}; finished cells are kept: start pnpm serve there again, with the same token, then pnpm bench --resume ${shellWord(relative('', folder))}`;
}

function whyNotAtOwnServer({ id, group }: Variant, scenario: string): string | null {
  if (group !== 'own' || scenarioOf(scenario).forOwnServers) return null;
  const covered = SCENARIOS.flatMap((each) => (each.forOwnServers ? each.id : []));
  return `${id}: ${scenario} needs more than the contract of docs/your-own-server.md, which has all for ${covered.join(', ')}`;
}

function whyNoNetwork({ backend, record }: BenchNetwork): string | null {
  return backend === null && !record.loopback && !record.found ? record.why : null;
}
