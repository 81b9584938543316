import { plural } from '../document/format.ts';
import { type Block, clashIn, distinctBlocks } from '@holbench/results/block';
import { RunFolderError } from '@holbench/results/run-folder-error';
import type { Manifest } from '@holbench/results/manifest';
import type { FinishedCell, Run } from '@holbench/results/run-reader';
import type { RunNetwork } from '@holbench/results/run-network';
import { findScenario } from '@holbench/scenarios/registry';
import { KNOWN_IDS } from '@holbench/variants/registry';
import { byCell, cellState, type ReportData } from './report-data.ts';
import { runDifferences } from './run-differences.ts';

/**
 * Merges run folders, e.g. the shards of one matrix. The cells of a shard that is not here
 * are "not run". Where there are several runs, each cell's id begins with that of its run.
 *
 * @throws RunFolderError when they did not run the same workload, or are one run twice.
 */
export function mergeRuns(runs: readonly [Run, ...Run[]]): ReportData {
  checkShareable(runs);
  const [first] = runs;
  const manifests = runs.map(({ manifest }) => manifest);
  const names = runNames(manifests);
  const [name = ''] = names;
  const networks = mergedNetworks(runs);
  const unsupported = manifests.flatMap((manifest) => manifest.unsupported);
  return {
    runs: names,
    manifest: {
      ...first.manifest,
      run: name,
      endedAt: manifests.some(({ endedAt }) => endedAt === null) ? null : first.manifest.endedAt,
      plannedCells: manifests.reduce((sum, { plannedCells }) => sum + plannedCells, 0),
      config: {
        ...first.manifest.config,
        shard: runs.length === 1 ? first.manifest.config.shard : null,
      },
      blocks: mergedBlocks(runs),
      networks,
      unsupported: [...new Map(unsupported.map((each) => [each.variant, each])).values()],
    },
    manifests: new Map(manifests.map((each, index) => [names[index] ?? '', each])),
    cells: runs
      .flatMap(({ cells }, index) => (runs.length === 1 ? cells : cellsOf(cells, names[index])))
      .map(withoutEmpty)
      .toSorted(byCell),
    warnings: [
      ...runDifferences(manifests, names).map((text) => `the runs have ${text}`),
      ...unknownParts(runs),
      ...repeatedCells(runs),
      ...missingShards(manifests),
      ...runs.flatMap(({ folder, warnings }) =>
        warnings.map((warning) => warning.replaceAll(`${folder}/`, '')),
      ),
    ],
  };
}

/** Under the name of their run; the samples keep the id under which they were stored. */
function cellsOf(cells: Run['cells'], run = ''): Run['cells'] {
  return cells.map(({ cell, ...lines }) => ({
    cell: { ...cell, run, cell: `${run}/${cell.cell}` },
    ...lines,
  }));
}

/** A cell in which nothing succeeded does not count, whatever its line says. */
function withoutEmpty(finished: FinishedCell): FinishedCell {
  const { cell, samples } = finished;
  if (cellState(cell) !== 'valid') return finished;
  if (samples.some(({ outcome }) => outcome.status === 'ok')) return finished;
  const reason = `no valid samples: none of ${samples.length} operations succeeded`;
  return { ...finished, cell: { ...cell, valid: false, reasons: [...cell.reasons, reason] } };
}

/** A run beside a copy of itself would have twice the rounds that were measured. */
function checkShareable(runs: readonly [Run, ...Run[]]): void {
  const [first] = runs;
  const here = first.manifest.config;
  for (const [index, run] of runs.entries()) {
    const { config } = run.manifest;
    if (!sameJson(here.factors, config.factors)) {
      throw cannotShare(first, run, 'their factors differ');
    }
    const same = runs.slice(0, index).find((each) => runIdentity(each) === runIdentity(run));
    if (same) throw cannotShare(same, run, 'they are the same run');
  }
}

/** The same for a run and a copy of its folder, and for no other run. */
export function runIdentity({ manifest: { run, startedAt, config } }: Run): string {
  return [run, startedAt, config.shard].join(' ');
}

/** Ids of runs; with the shard, or a number, where machines began two in the same second. */
function runNames(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(({ run, config: { shard } }) =>
    shard !== null && manifests.filter((each) => each.run === run).length > 1
      ? `${run}-shard-${shard.replace('/', '-of-')}`
      : run,
  );
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((each) => each === name).length;
    return before === 0 ? name : `${name}-${before + 1}`;
  });
}

/**
 * The blocks of all runs, each once.
 * @throws RunFolderError where a scenario moved different amounts over one network.
 */
function mergedBlocks(runs: readonly [Run, ...Run[]]): Block[] {
  const [first] = runs;
  return runs.reduce<Block[]>((before, run) => {
    const all = distinctBlocks([...before, ...run.manifest.blocks]);
    const clash = clashIn(all);
    if (clash !== null) throw cannotShare(first, run, `the workload of ${clash} differs`);
    return all;
  }, []);
}

/**
 * Each network once; of several runs of it the first that was measured.
 * @throws RunFolderError when two runs mean different things by one name.
 */
function mergedNetworks(runs: readonly Run[]): RunNetwork[] {
  const all = runs.flatMap((run) => run.manifest.networks.map((network) => ({ run, network })));
  return [...Map.groupBy(all, ({ network }) => network.profile.id)].flatMap(([id, own]) => {
    const [first] = own;
    for (const { run, network } of own) {
      for (const key of ['profile', 'loopback'] as const) {
        if (!first || sameJson(first.network[key], network[key])) continue;
        throw cannotShare(first.run, run, `the ${key} of the network ${id} differs`);
      }
      if (first && !sameJson(endOf(first.network), endOf(network))) {
        throw cannotShare(first.run, run, `the network ${id} leads elsewhere`);
      }
    }
    const measured = own.find(({ network }) => network.certificate) ?? own.at(-1);
    return measured?.network ?? [];
  });
}

/** Who is at the other end of a real network. */
const endOf = ({ found }: RunNetwork) => [found?.target ?? null, found?.helper ?? null];

/** Their metrics, titles and colours are those of another holbench. */
function unknownParts(runs: readonly Run[]): string[] {
  const cells = runs.flatMap((run) => run.cells.map(({ cell }) => cell));
  const scenarios = new Set(cells.map(({ scenario }) => scenario));
  const variants = new Set(cells.map(({ variant }) => variant));
  return [
    ...[...scenarios].flatMap((id) => (findScenario(id) === null ? [`scenario ${id}`] : [])),
    ...[...variants].flatMap((id) => (KNOWN_IDS.includes(id) ? [] : [`variant ${id}`])),
  ].map(
    (what) =>
      `this holbench does not know the ${what}: its cells have no figures. Report them with the holbench that ran them`,
  );
}

function repeatedCells(runs: readonly Run[]): string[] {
  const ids = runs.flatMap(({ cells }) => cells.map(({ cell }) => cell.cell));
  const repeated = ids.length - new Set(ids).size;
  if (repeated === 0) return [];
  return [
    `${plural(repeated, 'cell')} ${repeated === 1 ? 'was' : 'were'} run by several of the runs: each counts as a round of its own`,
  ];
}

/** Of a matrix that was split into parts. */
function missingShards(manifests: readonly Manifest[]): string[] {
  const shards = manifests.flatMap(({ config }) => config.shard ?? []);
  const counts = new Set(shards.map((shard) => shard.split('/')[1]));
  return [...counts].flatMap((count) => {
    const parts = Array.from({ length: Number(count) }, (_, index) => `${index + 1}/${count}`);
    const missing = parts.filter((part) => !shards.includes(part));
    return missing.length === 0
      ? []
      : [`not here: shard ${missing.join(', ')}; what its cells measured is shown as "not run"`];
  });
}

function cannotShare(a: Run, b: Run, why: string): RunFolderError {
  return new RunFolderError(`${a.folder} and ${b.folder} cannot share a report: ${why}`);
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
