import type { Manifest } from '@holbench/results/manifest';
import { versionsByName } from '@holbench/results/versions';
import { formatBytes, plural } from '../document/format.ts';
import { differing, differingFields } from './differing.ts';

/** In what the machines and programs of runs differ, one line each: `different machines: …`. */
export function runDifferences(manifests: readonly Manifest[], names: readonly string[]): string[] {
  const networks = manifests.flatMap((manifest, index) =>
    manifest.networks.map((network) => ({ network, name: names[index] ?? '' })),
  );
  return [
    ...differing('machines', manifests.map(machineText), names),
    ...differing('rights', manifests.map(rightsText), names),
    ...differingFields('versions', reportedVersions(manifests), names),
    // Of each network that several runs have.
    ...[...Map.groupBy(networks, ({ network }) => network.profile.id)].flatMap(([id, own]) =>
      differing(
        `backends of the network ${id}`,
        own.map(({ network }) => network.backendVersion ?? network.backend ?? 'none'),
        own.map(({ name }) => name),
      ),
    ),
    ...differing('git commits', manifests.map(commitText), names),
  ];
}

/** What a run was measured on, in a line. */
export function machineText({ machine }: Manifest): string {
  const { cpu, cores, memoryBytes, os, kernel, arch } = machine;
  return `${cpu}, ${plural(cores, 'core')}, ${formatBytes(memoryBytes)}, ${os}, kernel ${kernel}, ${arch}`;
}

const USERS = {
  own: 'the user of the lab',
  root: 'root',
  dropped: 'a user without rights',
} as const;

/** As whom a run's own servers and browser ran. */
export function rightsText({ rights, networks }: Pick<Manifest, 'rights' | 'networks'>): string {
  if (!rights) return 'not recorded';
  const { servers, browser, sandbox } = rights;
  // Those of a target are another machine's matter.
  const elsewhere = networks.some(({ found }) => found);
  return [
    ...(elsewhere ? [] : [`servers as ${USERS[servers]}`]),
    ...(browser ? [`browser as ${USERS[browser]}, ${sandbox ? 'in' : 'without'} its sandbox`] : []),
  ].join('; ');
}

/** The state of sources, of a run or of a report. */
export function commitText({ git: { commit, dirty } }: Pick<Manifest, 'git'>): string {
  return `${commit ?? 'unknown'}${dirty ? ' with uncommitted changes' : ''}`;
}

/** Without what no two runs report differently: a run says nothing of libraries that it never ran. */
function reportedVersions(manifests: readonly Manifest[]): Record<string, unknown>[] {
  const all = manifests.map(({ versions, protocolVersion }) =>
    Object.entries({ ...versionsByName(versions), protocol: protocolVersion }),
  );
  const reported = Map.groupBy(all.flat(), ([name]) => name);
  const differs = (name: string) =>
    new Set(reported.get(name)?.map(([, version]) => version)).size > 1;
  return all.map((each) => Object.fromEntries(each.filter(([name]) => differs(name))));
}
