import { execFile } from 'node:child_process';
import { findOnPath } from '@holbench/process/find-on-path';

/** What the paths of messages are recorded with, with Debian's package of it. */
const PROGRAMS = { dumpcap: 'tshark', tshark: 'tshark', ss: 'iproute2', bash: 'bash' } as const;

/** Longer than it takes to start on a busy machine. */
const TSHARK_MS = 10_000;

/** Version of tshark, such as "4.0.17"; null where it is missing. */
export function tsharkVersion(): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('tshark', ['--version'], { timeout: TSHARK_MS }, (_error, stdout) => {
      resolve(/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? null);
    });
  });
}

/** Why this machine cannot record the paths of messages, with the remedy; null where it can. */
export async function whyNoCaptures(): Promise<string | null> {
  if (process.platform !== 'linux') return 'paths are recorded on Linux only';
  for (const [program, debian] of Object.entries(PROGRAMS)) {
    if ((await findOnPath([program])) !== null) continue;
    return `${program} is missing, or not for this user to run; install ${debian}: ./setup.sh`;
  }
  return null;
}
