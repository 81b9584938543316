import type { LinkCertificate } from '@holbench/results/link-certificate';

/** Why a cell is not to be run over a network that was measured so, or null. */
export function outsideTolerance({ problems }: LinkCertificate): string | null {
  return problems.length === 0 ? null : `network outside tolerance: ${problems.join('; ')}`;
}
