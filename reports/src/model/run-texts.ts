import type { Manifest } from '@holbench/results/manifest';
import { formatBytes, plural } from './format.ts';

/** What a run was measured on, in a line. */
export function machineText({ machine }: Manifest): string {
  const { cpu, cores, memoryBytes, os, kernel, arch } = machine;
  return `${cpu}, ${plural(cores, 'core')}, ${formatBytes(memoryBytes)}, ${os}, kernel ${kernel}, ${arch}`;
}

/** The state of the sources that a run was measured with. */
export function commitText({ git: { commit, dirty } }: Manifest): string {
  return `${commit ?? 'unknown'}${dirty ? ' with uncommitted changes' : ''}`;
}
