import type { Manifest } from '@holbench/results/manifest';
import { versionsByName } from '@holbench/results/versions';
import { differing, differingFields } from './differing.ts';
import { commitText, machineText } from './run-texts.ts';

/** In what the machines and programs of runs differ, one line each: `different machines: …`. */
export function runDifferences(manifests: readonly Manifest[], names: readonly string[]): string[] {
  return [
    ...differing('machines', manifests.map(machineText), names),
    ...differingFields(
      'versions',
      manifests.map(({ versions, protocolVersion }) => ({
        ...versionsByName(versions),
        protocol: protocolVersion,
      })),
      names,
    ),
    ...backendDifferences(manifests, names),
    ...differing('git commits', manifests.map(commitText), names),
  ];
}

/** Of each network that several runs have. */
function backendDifferences(manifests: readonly Manifest[], names: readonly string[]): string[] {
  const ids = new Set(manifests.flatMap(({ networks }) => networks.map((each) => each.profile.id)));
  return [...ids].flatMap((id) => {
    const found = manifests.flatMap(({ networks }, index) => {
      const network = networks.find(({ profile }) => profile.id === id);
      return network ? [{ name: names[index] ?? '', network }] : [];
    });
    return differing(
      `backends of the network ${id}`,
      found.map(({ network }) => network.backendVersion ?? network.backend ?? 'none'),
      found.map(({ name }) => name),
    );
  });
}
