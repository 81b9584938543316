import type { Rights } from '@holbench/process/unprivileged';
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
  ways,
  rights,
  advice,
}: Diagnosis): string {
  const { os, kernel, arch, cpu, cores, memoryBytes } = machine;
  const gibibytes = (memoryBytes / GIB).toFixed(1);
  return [
    `machine   ${os}, ${kernel} (${arch}), ${cores} × ${cpu}, ${gibibytes} GiB`,
    `rights    ${rightsText(rights)}`,
    section(
      'versions',
      Object.entries(versions).map(([name, version]) => [name, version ?? 'missing']),
    ),
    section('kernel', Object.entries(sysctls)),
    section(
      'variants',
      variants.map(({ id, reason, node }) => [
        id,
        reason ? `cannot run: ${reason}` : `runs (its server on Node ${node})`,
      ]),
    ),
    section('emulators (the first that works is used)', [
      ...networks.backends.map(({ id, version, reason }) => {
        return [id, reason ? `cannot run: ${reason}` : `works (${version})`] as const;
      }),
      ['--pacing fq', reasonText(networks.pacing)],
      ['--record-wait', reasonText(ways)],
    ]),
    section(
      'networks',
      networks.networks.map((network) => [network.id, networkText(network)]),
    ),
    ...(advice.length > 0 ? ['advice', ...advice.map((line) => `  ${line}`)] : []),
  ].join('\n');
}

function rightsText({ servers, browser }: Diagnosis['rights']): string {
  const texts = [`servers run as ${userText(servers)}`];
  if (browser) {
    const { noSandbox } = browser;
    const sandbox = noSandbox === null ? 'in its sandbox' : `without its sandbox (${noSandbox})`;
    texts.push(`Chromium as ${userText(browser)}, ${sandbox}`);
  }
  return texts.join('; ');
}

function userText(rights: Rights): string {
  if (rights.kind === 'own') return 'this user';
  if (rights.kind === 'root') return `root (${rights.reason})`;
  return `user ${rights.user.uid}, without rights`;
}

function reasonText({ reason }: { readonly reason: string | null }): string {
  return reason === null ? 'works' : `cannot run: ${reason}`;
}

function networkText({ runs, backend, why }: NetworkDiagnosis): string {
  if (runs === 'emulated') return `runs (${backend})`;
  return runs === 'loopback' ? `runs on loopback only: ${why}` : `cannot run: ${why}`;
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join('\n');
}
