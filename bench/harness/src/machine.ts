import { arch, cpus, release, totalmem, type, version } from 'node:os';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** This machine, as the manifest of a run describes it. */
export async function describeMachine() {
  const processors = cpus();
  return {
    os: await distribution(),
    kernel: `${type()} ${release()}`,
    arch: arch(),
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
  };
}

/** Linux names its distribution in os-release(5). */
async function distribution(): Promise<string> {
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(osRelease)?.[1] ?? version();
}

/** Kernel settings that shape the numbers of a run. */
const NAMES = [
  'net.core.rmem_max',
  'net.core.wmem_max',
  'net.core.default_qdisc',
  'net.ipv4.tcp_congestion_control',
  'net.ipv4.tcp_notsent_lowat',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
  'net.ipv4.tcp_slow_start_after_idle',
] as const;

/** @returns the values by name; names that this kernel does not have are absent. */
export async function readSysctls(): Promise<Record<string, string>> {
  const entries = await Promise.all(
    NAMES.map(async (name) => {
      const path = join('/proc/sys', name.replaceAll('.', '/'));
      const value = await readFile(path, 'utf8').catch(() => null);
      return value === null ? [] : [[name, value.trim().replaceAll(/\s+/g, ' ')] as const];
    }),
  );
  return Object.fromEntries(entries.flat());
}

/** Socket buffers that quic-go requests, in bytes (quic-go wiki, "UDP Buffer Sizes"). */
const QUIC_GO_BUFFER_BYTES = 7_500_000;

/** @returns what to change for HTTP/3 at full speed, each with the command that does. */
export function sysctlAdvice(sysctls: Readonly<Record<string, string>>): string[] {
  return ['net.core.rmem_max', 'net.core.wmem_max'].flatMap((name) => {
    const value = Number(sysctls[name]);
    if (!(value < QUIC_GO_BUFFER_BYTES)) return [];
    return `${name} is ${value}, quic-go (HTTP/3) wants ${QUIC_GO_BUFFER_BYTES}: sudo sysctl -w ${name}=${QUIC_GO_BUFFER_BYTES}`;
  });
}
