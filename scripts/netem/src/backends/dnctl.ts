import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { messageOf, UserError } from '@holbench/process/user-error';
import { runTool } from '@holbench/process/run-tool';
import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import type { Backend } from '../backend.ts';
import type { Command } from './dnctl/commands.ts';
import { putBackLeftovers, startDnctlLink } from './dnctl/link.ts';
import { rateOf } from '@holbench/results/rate-of';
import { whyNoTrace } from './gilbert.ts';

/** Unlike namespace names, pf and lo0 do not show who changed them. */
const STATE_PATH = join(PROJECT_ROOT, '.cache/netem-dnctl.json');

/**
 * Limits of dummynet on macOS. The kernel silently changes byte queues above 1 MiB and slot queues
 * above 100 (`set_fs_parms` in bsd/netinet/ip_dummynet.c of apple-oss-distributions/xnu). Its
 * bandwidth is a 32-bit signed integer of bit/s (`dn_pipe` in ip_dummynet.h). Values beyond are
 * refused here.
 */
export const MAX_QUEUE_BYTES = 1024 * 1024;
const MAX_QUEUE_PACKETS = 100;
const MAX_RATE_KBPS = (2 ** 31 - 1) / 1000;

/**
 * pf and dummynet of macOS. **It has not run on a Mac yet**: its commands are checked against the
 * sources and manuals of Apple, and by tests. dummynet draws losses without a seed, and its clock
 * ticks every millisecond. The certificate of each link shows whether it matches its configuration.
 */
export const dnctlBackend: Backend = {
  id: 'dnctl',
  seedsLosses: async () => false,

  async whyUnavailable() {
    if (process.platform !== 'darwin') return 'pf with dummynet exists on macOS only';
    if (process.getuid?.() !== 0) return 'it needs root: run with sudo';
    try {
      run({ command: 'dnctl', args: ['list'] });
      const rules = run({ command: 'pfctl', args: ['-s', 'dummynet'] });
      if (rules.includes('dummynet-anchor "com.apple/*"')) return null;
      return 'the rules of pf do not reference com.apple anchors: sudo pfctl -f /etc/pf.conf loads those of macOS';
    } catch (error) {
      return `pf with dummynet does not work here: ${messageOf(error)}`;
    }
  },

  whyUnsupported: (profile: NetworkProfile) =>
    whyNoTrace(profile) ?? whyNoPipe(profile.down) ?? whyNoPipe(profile.up),

  async version() {
    return `dummynet of macOS ${(await runTool('sw_vers', ['-productVersion'])).trim()}, losses not seeded`;
  },

  async start(options) {
    removeDnctlLeftovers();
    try {
      return startDnctlLink(options, run, STATE_PATH);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`pf and dummynet refuse this network: ${messageOf(error)}`);
    }
  },
};

/**
 * Reverts the changes of a killed run.
 * @returns them in words; empty when there are none, as on every other system.
 * @throws UserError when this user may not.
 */
export function removeDnctlLeftovers(): string[] {
  if (process.platform !== 'darwin' || !putBackLeftovers(run, STATE_PATH)) return [];
  return ['pf rules, dummynet pipes and lo0 addresses of a run that was killed'];
}

/** @returns its standard output. @throws Error with its standard error when it fails. */
function run({ command, args, stdin = '' }: Command): string {
  const options = { input: stdin, encoding: 'utf8', timeout: 20_000 } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return stdout;
  throw new Error(`${command}: ${stderr?.trim() || (error?.message ?? `exit code ${status}`)}`);
}

function whyNoPipe(direction: LinkDirection): string | null {
  const { delayMs, jitterMs, lossFraction, lossBurstPackets, queue } = direction;
  if (jitterMs > 0) return 'dummynet has no jitter';
  if (lossFraction > 0 && lossBurstPackets > 1) return 'dummynet loses packets one by one only';
  if (!Number.isInteger(delayMs)) return `dummynet delays by whole milliseconds, not ${delayMs} ms`;
  if ((rateOf(direction)?.meanKbps ?? 0) > MAX_RATE_KBPS) return 'dummynet ends at 2.1 Gbit/s';
  if (queue?.kind === 'codel') return 'dummynet of macOS has no CoDel';
  if (queue?.kind === 'droptail' && queue.limitBytes > MAX_QUEUE_BYTES) {
    return `dummynet queues hold 1 MiB at most, not ${queue.limitBytes} bytes`;
  }
  if (queue?.kind === 'droptail-packets' && queue.limitPackets > MAX_QUEUE_PACKETS) {
    return `dummynet queues hold ${MAX_QUEUE_PACKETS} packets at most, not ${queue.limitPackets}`;
  }
  return null;
}
