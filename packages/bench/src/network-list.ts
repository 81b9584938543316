import { listOf } from '@holbench/platform/command-line';
import { InvalidArgumentError } from 'commander';
import { NETWORKS, type NetworkId } from './configuration.ts';

/** Networks that need the emulator. */
const EMULATED = ['ideal', '4g', '3g', 'high-loss', 'extreme-loss'];

/** Parses `--networks`; says of an emulated one that it is not there yet, instead of unknown. */
export function networkList(text: string): NetworkId[] {
  const coming = text.split(',').find((name) => EMULATED.includes(name.trim()));
  if (coming !== undefined) {
    const known = NETWORKS.join(', ');
    throw new InvalidArgumentError(
      `"${coming}" needs network emulation, still to come; known: ${known}.`,
    );
  }
  return listOf('network', NETWORKS)(text);
}
