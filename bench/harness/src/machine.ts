import { arch, cpus, release, totalmem, type, version } from 'node:os';
import { readFile } from 'node:fs/promises';

/** What the run manifest says of the machine. */
export interface Machine {
  readonly os: string;
  readonly kernel: string;
  readonly arch: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Describes the machine that this process runs on. */
export async function describeMachine(): Promise<Machine> {
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
