import { readFileSync } from 'node:fs';
import { UserError } from '@holbench/process/user-error';
import { type Command, Option } from 'commander';
import type { TcpSettings } from './backend.ts';
import { NETWORK_OPTIONS } from './profile-options.ts';
import { parseNotsentLowat } from './units.ts';

/** What the options of `addTcpOptions` leave in `command.opts()`. */
export interface TcpOptions {
  readonly tcpCc?: string;
  readonly notsentLowat?: string;
}

const DEFAULT_CONGESTION_CONTROL = 'cubic';
const AVAILABLE = '/proc/sys/net/ipv4/tcp_available_congestion_control';

/** Adds `--tcp-cc` and `--notsent-lowat`, the same for every command; `tcpSettingsOf` reads them. */
export function addTcpOptions(command: Command): Command {
  const options = [
    new Option(
      '--tcp-cc <name>',
      `congestion control of both sides (default: ${DEFAULT_CONGESTION_CONTROL})`,
    ),
    new Option(
      '--notsent-lowat <bytes>',
      'bytes a TCP socket takes beyond what is sent, e.g. 16k (default: the kernel’s, no limit)',
    ),
  ];
  for (const option of options) command.addOption(option.helpGroup(NETWORK_OPTIONS));
  return command;
}

/** @throws UserError for a congestion control that this machine has not, and for no size. */
export function tcpSettingsOf(
  options: TcpOptions,
  available: readonly string[] = availableCongestionControls(),
): TcpSettings {
  const congestionControl = options.tcpCc ?? DEFAULT_CONGESTION_CONTROL;
  if (!available.includes(congestionControl)) {
    throw new UserError(
      `--tcp-cc: this machine has no "${congestionControl}"; available: ${available.join(', ')}`,
    );
  }
  return {
    congestionControl,
    notsentLowatBytes: parseNotsentLowat(options.notsentLowat ?? 'default', '--notsent-lowat'),
  };
}

/** On Linux those of the kernel; elsewhere it cannot be chosen, and macOS' default is cubic. */
function availableCongestionControls(): string[] {
  if (process.platform !== 'linux') return [DEFAULT_CONGESTION_CONTROL];
  return readFileSync(AVAILABLE, 'utf8').trim().split(/\s+/);
}
