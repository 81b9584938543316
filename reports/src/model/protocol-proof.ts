import { VARIANTS } from '@holbench/variants/registry';
import type { ReportData } from './report-data.ts';

/** What carried the operations of a variant, over all its cells. */
export interface ProtocolProof {
  readonly variant: string;
  readonly code: string;
  readonly expected: string;
  readonly client: Readonly<Record<string, number>>;
  readonly server: Readonly<Record<string, number>>;
  readonly verdict: 'proven' | 'refuted' | 'nothing ran';
}

/** One row per variant that the run has cells of. Every operation must have used what is expected. */
export function protocolProofs({ cells }: ReportData): ProtocolProof[] {
  return VARIANTS.flatMap(({ id, code, protocol }) => {
    const own = cells.filter(({ cell }) => cell.variant === id).map(({ cell }) => cell.protocol);
    if (own.length === 0) return [];
    const client = sum(own.map((each) => each.client));
    const used = Object.keys(client);
    const proven = used.length > 0 && used.every((name) => name === protocol);
    const verdict = proven ? 'proven' : used.length === 0 ? 'nothing ran' : 'refuted';
    return [
      {
        variant: id,
        code,
        expected: protocol,
        client,
        server: sum(own.map((each) => each.server)),
        verdict,
      },
    ];
  });
}

/** `h3 × 40, h2 × 2`. */
export function protocolCounts(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, count]) => `${name} × ${count}`).join(', ') || 'none';
}

function sum(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const each of counts) {
    for (const [name, count] of Object.entries(each)) {
      if (count > 0) total[name] = (total[name] ?? 0) + count;
    }
  }
  return total;
}
