import { RunFolderError } from '@holbench/results/run-folder-error';
import type { Manifest } from '@holbench/results/manifest';
import type { FinishedCell, Run } from '@holbench/results/run-reader';
import type { RunNetwork } from '@holbench/results/run-network';
import { RUN_PARAMETER_NAMES } from '@holbench/workload/parameters';
import { judgedAgain } from './judged-again.ts';
import { mergeWarnings } from './merge-warnings.ts';
import { byCell, type ReportData } from './report-data.ts';

/**
 * Merges run folders, e.g. the shards of one matrix. The cells of a shard that is not here
 * are "not run". Where there are several runs, each cell's id begins with that of its run.
 *
 * @throws RunFolderError when they did not run the same workload, or are one run twice.
 */
export function mergeRuns(runs: readonly [Run, ...Run[]]): ReportData {
  const [first, ...others] = runs;
  for (const run of others) checkSameWorkload(first, run);
  checkDifferentRuns(runs);
  const names = runNames(runs);
  const networks = mergedNetworks(runs);
  const manifests = runs.map(({ manifest }) => manifest);
  const unsupported = new Map(
    manifests.flatMap((manifest) => manifest.unsupported.map((each) => [each.variant, each])),
  );
  const [name = ''] = names;
  return {
    runs: names,
    manifest: {
      ...first.manifest,
      run: name,
      endedAt: manifests.some(({ endedAt }) => endedAt === null) ? null : first.manifest.endedAt,
      plannedCells: manifests.reduce((sum, { plannedCells }) => sum + plannedCells, 0),
      config: { ...mergedConfig(manifests), networks: networks.map(({ profile }) => profile.id) },
      networks,
      unsupported: [...unsupported.values()],
      feasibility: mergedFeasibility(manifests),
    },
    manifests: new Map(manifests.map((each, index) => [names[index] ?? '', each])),
    cells: runs
      .flatMap(({ cells }, index) =>
        others.length === 0 ? cells : cells.map((cell) => named(cell, names[index] ?? '')),
      )
      .map(judgedAgain)
      .toSorted(byCell),
    warnings: [
      ...mergeWarnings(runs, names),
      ...runs.flatMap(({ folder, warnings }) =>
        warnings.map((warning) => warning.replaceAll(`${folder}/`, '')),
      ),
    ],
  };
}

/** What machines found alike once, and what they found differently of each. */
function mergedFeasibility(manifests: readonly Manifest[]): Manifest['feasibility'] {
  const findings = manifests.flatMap(({ feasibility }) => feasibility);
  const different = new Map<string, (typeof findings)[number]>();
  for (const finding of findings) {
    const { id, what, works, evidence } = finding;
    const key = JSON.stringify([id, what, works, evidence]);
    if (!different.has(key)) different.set(key, finding);
  }
  return [...different.values()];
}

function checkSameWorkload(a: Run, b: Run): void {
  const [here, there] = [a.manifest.config, b.manifest.config];
  for (const key of RUN_PARAMETER_NAMES) {
    if (here[key] !== there[key]) throw cannotShare(a, b, `their ${key} differ`);
  }
  if (!sameJson(here.factors, there.factors)) throw cannotShare(a, b, 'their factors differ');
}

/** A run beside a copy of itself would have twice the rounds that were measured. */
function checkDifferentRuns(runs: readonly Run[]): void {
  const known = new Map<string, Run>();
  for (const run of runs) {
    const identity = runIdentity(run);
    const same = known.get(identity);
    if (same) throw cannotShare(same, run, 'they are the same run');
    known.set(identity, run);
  }
}

/** The same for a run and a copy of its folder, and for no other run. */
export function runIdentity({ manifest: { run, startedAt, config } }: Run): string {
  return [run, startedAt, config.shard].join(' ');
}

/** Ids of runs; with the shard, or a number, where machines began two in the same second. */
function runNames(runs: readonly Run[]): string[] {
  const ids = runs.map(({ manifest: { run } }) => run);
  const names = runs.map(({ manifest: { run, config } }) =>
    ids.filter((id) => id === run).length > 1 && config.shard !== null
      ? `${run}-shard-${config.shard.replace('/', '-of-')}`
      : run,
  );
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((each) => each === name).length;
    return before === 0 ? name : `${name}-${before + 1}`;
  });
}

/** The samples keep the id under which they were stored. */
function named({ cell, samples }: FinishedCell, run: string): FinishedCell {
  return { cell: { ...cell, run, cell: `${run}/${cell.cell}` }, samples };
}

/** What any of the runs was configured to run. */
function mergedConfig(manifests: readonly Manifest[]): Manifest['config'] {
  const configs = manifests.map(({ config }) => config);
  const [first] = configs;
  if (!first) throw new Error('no run');
  const union = <Value>(of: (config: Manifest['config']) => readonly Value[]) => [
    ...new Set(configs.flatMap(of)),
  ];
  const sweeps = new Map<string, Set<string>>();
  for (const { factor, values } of configs.flatMap(({ sweep }) => sweep)) {
    const known = sweeps.get(factor) ?? new Set();
    sweeps.set(factor, new Set([...known, ...values]));
  }
  return {
    ...first,
    variants: union(({ variants }) => variants),
    scenarios: union(({ scenarios }) => scenarios),
    kinds: union(({ kinds }) => kinds),
    rounds: Math.max(...configs.map(({ rounds }) => rounds)),
    shard: configs.length === 1 ? first.shard : null,
    sweep: [...sweeps].map(([factor, values]) => ({ factor, values: [...values] })),
  };
}

/**
 * Each network once; of several runs of it the first that was measured.
 * @throws RunFolderError when two runs mean different things by one name.
 */
function mergedNetworks(runs: readonly [Run, ...Run[]]): RunNetwork[] {
  const [first] = runs;
  const networks = new Map<string, RunNetwork>();
  for (const run of runs) {
    for (const network of run.manifest.networks) {
      const { id } = network.profile;
      const known = networks.get(id);
      if (!known) {
        networks.set(id, network);
        continue;
      }
      const [kinds, more] = [known.workload.kinds, network.workload.kinds];
      const all = { ...network.workload, kinds: [...new Set([...kinds, ...more])] };
      // One run may have moved texts and another files: what each moved is to be the same.
      const alike = { ...network, workload: { ...network.workload, kinds } };
      for (const key of ['profile', 'workload', 'loopback'] as const) {
        if (sameJson(known[key], alike[key])) continue;
        throw cannotShare(first, run, `the ${key} of the network ${id} differs`);
      }
      networks.set(id, { ...(known.certificate ? known : network), workload: all });
    }
  }
  return [...networks.values()];
}

function cannotShare(a: Run, b: Run, why: string): RunFolderError {
  return new RunFolderError(`${a.folder} and ${b.folder} cannot share a report: ${why}`);
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
