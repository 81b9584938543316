import type { Manifest } from '@holbench/results/manifest';
import type { Run } from '@holbench/results/run-reader';
import { runDifferences } from './run-differences.ts';

/** What a reader of several runs together must know, one line each. */
export function mergeWarnings(runs: readonly Run[], names: readonly string[]): string[] {
  const manifests = runs.map(({ manifest }) => manifest);
  return [
    ...runDifferences(manifests, names).map((text) => `the runs have ${text}`),
    ...repeatedCells(runs),
    ...missingShards(manifests),
  ];
}

function repeatedCells(runs: readonly Run[]): string[] {
  const ids = runs.flatMap(({ cells }) => cells.map(({ cell }) => cell.cell));
  const repeated = ids.length - new Set(ids).size;
  if (repeated === 0) return [];
  return [`${repeated} cells were run by several of the runs: each counts as a round of its own`];
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
