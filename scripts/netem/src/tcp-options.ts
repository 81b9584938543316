import { addFactorOptions, factorTextsOf } from '@holbench/factors/options';
import { factorsOf, parseFactors } from '@holbench/factors/values';
import type { Command } from 'commander';
import type { TcpSettings } from './backend.ts';
import { NETWORK_OPTIONS } from './profile-options.ts';

/** Adds the factors of a link, such as `--tcp-cc`; `tcpSettingsOf` reads them. */
export function addTcpOptions(command: Command): Command {
  return addFactorOptions(command, NETWORK_OPTIONS, factorsOf('link'));
}

/** @param options from commander. @throws UserError for a value that is none on this machine. */
export function tcpSettingsOf(options: object): TcpSettings {
  const { congestionControl, notsentLowatBytes, initialWindowSegments, pacing } = parseFactors(
    factorTextsOf(options),
  );
  return { congestionControl, notsentLowatBytes, initialWindowSegments, pacing };
}

/** What a link has where nothing else is asked for. */
export const DEFAULT_TCP: TcpSettings = tcpSettingsOf({});
