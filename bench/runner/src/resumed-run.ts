import type { BackendId } from '@holbench/netem/backend';
import { UserError } from '@holbench/process/user-error';
import type { Tools } from '@holbench/harness/tools';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { readRun, type Run } from '@holbench/results/run-reader';
import type { Configuration } from './configuration.ts';
import { collectManifest } from './manifest.ts';
import { type BenchNetwork, benchNetwork } from './network/bench-network.ts';
import { assertResumable } from './resume.ts';

/** @throws UserError of one line for a folder that holds no run that can be read. */
export async function readUnfinishedRun(folder: string): Promise<Run> {
  const run = await readRun(folder).catch((error: unknown) => {
    throw error instanceof RunFolderError ? new UserError(error.message) : error;
  });
  if (run.manifest.endedAt !== null) {
    throw new UserError(`${folder} has ended; there is nothing to resume`);
  }
  if (run.upgradedFrom !== undefined) {
    throw new UserError(
      `${folder} was begun by an older holbench, with schema version ${JSON.stringify(run.upgradedFrom)}; start a new run`,
    );
  }
  return run;
}

/**
 * Makes ready what a run was begun with: the same backends, under the same conditions.
 * @returns its networks, with the certificates that they have already.
 * @throws UserError when something differs now.
 */
export async function resumedNetworks(
  run: Run,
  configuration: Configuration,
  tools: Tools,
): Promise<BenchNetwork[]> {
  const { networks: records, config } = run.manifest;
  const networks: BenchNetwork[] = [];
  for (const [index, configured] of configuration.networks.entries()) {
    const record = records[index];
    if (!record) throw new Error(`no record of the network ${configured.profile.id}`);
    const forced = (record.backend ?? undefined) as BackendId | undefined;
    const made = await benchNetwork(configured, {
      forced,
      tcp: config.factors,
      tcpChosen: !record.loopback,
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
  const now = await collectManifest(run.manifest.run, configuration, networks, tools);
  assertResumable(run.folder, run, now);
  return networks;
}
