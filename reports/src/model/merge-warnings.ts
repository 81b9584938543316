import type { Manifest } from '@holbench/results/manifest';
import type { Run } from '@holbench/results/run-reader';

/** What a reader of several runs together must know, one line each. */
export function mergeWarnings(runs: readonly Run[], names: readonly string[]): string[] {
  const manifests = runs.map(({ manifest }) => manifest);
  return [
    ...differing('different machines', manifests.map(machineText), names),
    ...differing('different versions', versionTexts(manifests), names),
    ...backendWarnings(manifests, names),
    ...differing('different git commits', manifests.map(commitText), names),
    ...repeatedCells(runs),
    ...missingShards(manifests),
  ];
}

/** `The runs have different machines: run-1: …; run-2: …`, with runs that agree together. */
function differing(what: string, texts: readonly string[], names: readonly string[]): string[] {
  const groups = Map.groupBy(names, (_, index) => texts[index] ?? '');
  if (groups.size < 2) return [];
  const parts = [...groups].map(([text, members]) => `${members.join(', ')}: ${text}`);
  return [`the runs have ${what}: ${parts.join('; ')}`];
}

function machineText({ machine }: Manifest): string {
  const { cpu, cores, memoryBytes, os, kernel, arch } = machine;
  const gibibytes = (memoryBytes / 1024 ** 3).toFixed(1);
  return `${cpu}, ${cores} cores, ${gibibytes} GiB, ${os}, kernel ${kernel}, ${arch}`;
}

/** Of each run the versions that not all of them share. */
function versionTexts(manifests: readonly Manifest[]): string[] {
  const all = manifests.map(({ versions, protocolVersion }): Record<string, unknown> => ({
    ...versions,
    protocol: protocolVersion,
  }));
  const names = Object.keys(all[0] ?? {});
  const differ = names.filter((name) => new Set(all.map((each) => each[name])).size > 1);
  return all.map((each) => differ.map((name) => `${name} ${String(each[name])}`).join(', '));
}

/** Of each network that several runs have. */
function backendWarnings(manifests: readonly Manifest[], names: readonly string[]): string[] {
  const ids = new Set(manifests.flatMap(({ networks }) => networks.map((each) => each.profile.id)));
  return [...ids].flatMap((id) => {
    const found = manifests.flatMap(({ networks }, index) => {
      const network = networks.find(({ profile }) => profile.id === id);
      return network ? [{ name: names[index] ?? '', network }] : [];
    });
    return differing(
      `different backends of the network ${id}`,
      found.map(({ network }) => network.backendVersion ?? network.backend ?? 'none'),
      found.map(({ name }) => name),
    );
  });
}

function commitText({ git }: Manifest): string {
  return `${git.commit ?? 'unknown'}${git.dirty ? ' with uncommitted changes' : ''}`;
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
