import type { Diagnosis } from './diagnosis.ts';
import type { NetworkDiagnosis } from './networks.ts';

const GIB = 1024 ** 3;

/** A diagnosis as text for a terminal. */
export function formatDiagnosis({
  machine,
  versions,
  sysctls,
  variants,
  networks,
  advice,
}: Diagnosis): string {
  const { os, kernel, arch, cpu, cores, memoryBytes } = machine;
  const gibibytes = (memoryBytes / GIB).toFixed(1);
  return [
    `machine   ${os}, ${kernel} (${arch}), ${cores} × ${cpu}, ${gibibytes} GiB`,
    section(
      'versions',
      Object.entries(versions).map(([name, version]) => [name, version ?? 'missing']),
    ),
    section('kernel', Object.entries(sysctls)),
    section(
      'variants',
      variants.map(({ id, reason }) => [id, reason ? `cannot run: ${reason}` : 'runs']),
    ),
    section(
      'emulators',
      networks.backends.map(({ id, version, reason }) => [
        id,
        reason ? `cannot run: ${reason}` : `works (${version})`,
      ]),
    ),
    section(
      'networks',
      networks.networks.map((network) => [network.id, networkText(network)]),
    ),
    ...(advice.length > 0 ? ['advice', ...advice.map((line) => `  ${line}`)] : []),
  ].join('\n');
}

function networkText({ runs, why }: NetworkDiagnosis): string {
  if (runs === 'emulated') return `runs: ${why}`;
  return runs === 'loopback' ? `runs on loopback only: ${why}` : `cannot run: ${why}`;
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join('\n');
}
