import { relative } from 'node:path';
import type { VersionedTools } from '@holbench/harness/versions/tools-of';
import { factorNamed } from '@holbench/factors/values';
import { BACKENDS } from '@holbench/netem/choose-backend';
import { shellWord } from '@holbench/process/shell-word';
import { hasCode, messageOf, UserError } from '@holbench/process/user-error';
import { namesIn, settingsIn } from '@holbench/results/block';
import type { Manifest } from '@holbench/results/manifest';
import { readRun, type Run } from '@holbench/results/run-reader';
import { SCENARIO_IDS } from '@holbench/scenarios/registry';
import { KNOWN_IDS } from '@holbench/variants/registry';
import type { Target } from '@holbench/target/target';
import type { Configuration } from './configuration.ts';
import { collectManifest } from './manifest.ts';
import { type BenchNetwork, benchNetwork } from './network/bench-network.ts';
import type { PlannedCell } from './planned-cell.ts';
import { isNetworkOption } from './sweep.ts';

/** Of a full disk. */
export const DISK_CODES = ['ENOSPC', 'EDQUOT'] as const;

/** Throws an error of the disk that the run in `folder` is on as a UserError; others as they are. */
export function throwForUser(folder: string): (error: unknown) => never {
  return (error) => {
    const remedy = hasCode(error, ...DISK_CODES)
      ? 'make room'
      : hasCode(error, 'EROFS')
        ? 'make its disk writable'
        : null;
    if (remedy !== null) {
      throw new UserError(
        `the run folder cannot be written (${messageOf(error)}); ${remedy}, then: pnpm bench --resume ${shellWord(relative('', folder))}`,
      );
    }
    throw error;
  };
}

/**
 * The run, with the cells that have all of their samples and connections: the others are run again, and their last line
 * counts.
 * @throws UserError of one line for a folder that holds no run that can be read.
 */
export async function readUnfinishedRun(folder: string): Promise<Run> {
  const run = await readRun(folder);
  if (run.manifest.endedAt !== null) {
    throw new UserError(`${folder} has ended; there is nothing to resume`);
  }
  assertKnown(run, 'resumed');
  const complete = run.cells.filter(
    ({ cell, samples, connections = [] }) =>
      samples.length === cell.samples && connections.length === cell.connections,
  );
  return { ...run, cells: complete };
}

/** @throws UserError for variants, scenarios and settings of a run that are not in the registries. */
export function assertKnown({ folder, manifest }: Run, done: 'resumed' | 'repeated'): void {
  const unknown = [
    ...namesIn(manifest, 'variants').filter((id) => !KNOWN_IDS.includes(id)),
    ...namesIn(manifest, 'scenarios').filter((id) => !SCENARIO_IDS.includes(id)),
    ...settingsIn(manifest).flatMap(({ factor }) =>
      factorNamed(factor) || isNetworkOption(factor) ? [] : [factor],
    ),
  ];
  if (unknown.length === 0) return;
  throw new UserError(
    `${folder} cannot be ${done}: it names what this holbench does not have, ${unknown.join(', ')}; start a new run`,
  );
}

/**
 * Prepares the original backends of a run under the same conditions.
 * @returns its networks, with the certificates that they have already.
 * @throws UserError when something differs now.
 */
export async function resumedNetworks(
  run: Run,
  configuration: Configuration,
  versioned: VersionedTools,
  target: Target | null,
): Promise<BenchNetwork[]> {
  const { networks: records, config } = run.manifest;
  const networks: BenchNetwork[] = [];
  for (const [index, configured] of configuration.networks.entries()) {
    const record = records[index];
    if (!record) throw new Error(`no record of the network ${configured.profile.id}`);
    if (record.found && target) {
      networks.push({ backend: null, target, tcp: config.factors, record });
      continue;
    }
    const forced = BACKENDS.find(({ id }) => id === record.backend)?.id;
    const made = await benchNetwork(configured, {
      forced,
      tcp: config.factors,
      needsLink: !record.loopback,
    });
    const { backend, backendVersion, why } = made.record;
    if (backend !== record.backend || backendVersion !== record.backendVersion) {
      throw new UserError(
        `${run.folder} cannot be resumed: ${configured.profile.id} was made by ` +
          `${record.backendVersion ?? 'nothing'}, now ${backendVersion ?? why}; start a new run`,
      );
    }
    networks.push({ ...made, record });
  }
  const now = await collectManifest(run.manifest.run, configuration, networks, versioned);
  assertResumable(run.folder, run, now);
  return networks;
}

/** The configuration of a run from its manifest, so that resuming needs no repeated options. */
export function configurationOf({ config, blocks, networks }: Manifest): Configuration {
  return {
    ...config,
    blocks,
    networks: networks.map(({ profile, options }) => ({ profile, options })),
  };
}

/** The cells of a run that have no line yet, in their order. */
export function unfinishedCells(
  cells: readonly PlannedCell[],
  { cells: done }: Run,
): PlannedCell[] {
  const finished = new Set(done.map(({ cell }) => cell.cell));
  return cells.filter(({ id }) => !finished.has(id));
}

/** Conditions that all cells of a run must share. */
const CONDITIONS = ['protocolVersion', 'git', 'machine', 'rights', 'versions'] as const;

/**
 * @param now the manifest of a run that would begin now.
 * @throws UserError when the remaining cells of the run in `folder` would have other conditions.
 */
export function assertResumable(folder: string, { manifest }: Run, now: Manifest): void {
  const [difference] = conditionDifferences(manifest, now);
  if (difference === undefined) return;
  throw new UserError(`${folder} cannot be resumed, ${difference}; start a new run`);
}

/** What is not as in a run: `versions.chromium is "157.0", was "156.0"`. */
function conditionDifferences(was: Manifest, now: Manifest): string[] {
  return CONDITIONS.flatMap((condition) =>
    differences(known(was)[condition], known(now)[condition], condition),
  );
}

/** The same of a run that is repeated, which may have other networks, and does not have to be resumed. */
export function repeatDifferences(was: Manifest, now: Manifest): string[] {
  const [before, after] = [was, now].map(({ networks }) =>
    Object.fromEntries(networks.map(({ profile, backendVersion }) => [profile.id, backendVersion])),
  );
  const backends = now.networks.flatMap(({ profile: { id } }) =>
    differences(before?.[id], after?.[id], `the emulator of ${id}`),
  );
  return [
    ...conditionDifferences(was, now),
    ...differences(was.sysctls, now.sysctls, 'sysctls'),
    ...differences(was.config.jobs, now.config.jobs, 'jobs'),
    ...backends,
  ];
}

/** Without the versions that servers report only when they answer. */
function known({ versions, ...manifest }: Manifest): Manifest {
  const { servers: _, ...tools } = versions;
  return { ...manifest, versions: tools };
}

/** Compared as they would be stored. */
function differences(was: unknown, is: unknown, name: string): string[] {
  if (!isObject(was) || !isObject(is)) {
    const [before, now] = [JSON.stringify(was), JSON.stringify(is)];
    return before === now ? [] : [`${name} is ${now ?? 'missing'}, was ${before ?? 'missing'}`];
  }
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    differences(was[key], is[key], `${name}.${key}`),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
