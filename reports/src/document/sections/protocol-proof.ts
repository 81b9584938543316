import { refutes } from '@holbench/results/validity';
import { serverProtocol } from '@holbench/variants/protocols';
import { KNOWN_VARIANTS, type Variant } from '@holbench/variants/registry';
import type { SectionOf } from '../../report.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { plural } from '../format.ts';
import { textTable } from '../text-table.ts';

type Counts = Readonly<Record<string, number>>;

/** What carried the operations of a variant, over all its cells. */
interface ProtocolProof {
  readonly variant: Variant;
  readonly client: Counts;
  readonly server: Counts;
  readonly works: 'yes' | 'no' | 'unproven';
  /** `proven`, `one witness only`, `nothing ran`, `refuted by the page`: it saw another protocol. */
  readonly verdict: string;
}

/** What carried the operations of each variant, by both witnesses. */
export const protocolProofSection: SectionOf = ({ data }) => {
  const rule =
    'Proven: in each cell the client saw every recorded operation over the expected protocol, and the server counted requests of it and of no other version. The client is a page. The page of a WebSocket is served over HTTP. `websocket` was opened over HTTP/1.1.';
  const table = textTable({
    id: 'protocol-proof-table',
    header: ['Variant', 'Expected', 'Operations seen by the client', 'Server’s count', 'Verdict'],
    rows: protocolProofs(data).map(({ variant, client, server, works, verdict }) => [
      `${variant.code} ${variant.id}`,
      variant.protocol,
      protocolCounts(client),
      protocolCounts(server),
      [{ text: verdict, style: works === 'yes' ? 'good' : 'bad' }],
    ]),
  });
  const blocks = [{ block: 'prose' as const, text: [rule] }, table];
  return { id: 'protocol-proof', title: 'Protocol proof', blocks };
};

/**
 * One row per variant that the run has cells of. Proven takes both witnesses in each cell: the page
 * saw every operation over the expected protocol, and so did the server.
 */
export function protocolProofs({ cells }: ReportData): ProtocolProof[] {
  return KNOWN_VARIANTS.flatMap((variant) => {
    const all = cells.filter(({ cell }) => cell.variant === variant.id);
    // One that failed has no operation that counts, and often a server without a summary.
    const ended = all.filter(({ cell }) => cell.status === 'ok');
    const own = (ended.length > 0 ? ended : all).map(({ cell }) => cell.protocol);
    if (own.length === 0) return [];
    const client = sum(own.map((each) => each.client));
    const server = sum(own.map((each) => each.server));
    return [{ variant, client, server, ...verdictOf(variant, own) }];
  });
}

function verdictOf(
  variant: Variant,
  cells: readonly { readonly client: Counts; readonly server: Counts }[],
): Pick<ProtocolProof, 'works' | 'verdict'> {
  const all = cells.map(({ client, server }) => [namesIn(client), namesIn(server)] as const);
  const ran = all.filter(([byPage]) => byPage.length > 0);
  const refutedBy = [
    ...(ran.some(([byPage]) => byPage.some((name) => name !== variant.protocol))
      ? ['the page']
      : []),
    ...(all.some(([byPage, byServer]) => isOther(variant, byPage.length > 0, byServer))
      ? ['the server']
      : []),
  ];
  if (refutedBy.length > 0)
    return { works: 'no', verdict: `refuted by ${refutedBy.join(' and ')}` };
  if (ran.length === 0) return { works: 'no', verdict: 'nothing ran' };
  const alone = ran.filter(([, byServer]) => byServer.length === 0).length;
  if (alone === 0) return { works: 'yes', verdict: 'proven' };
  const where = alone === ran.length ? '' : ` in ${alone} of ${plural(ran.length, 'cell')}`;
  return { works: 'unproven', verdict: `one witness only${where}` };
}

function isOther(variant: Variant, hasRun: boolean, names: readonly string[]): boolean {
  const expected = serverProtocol(variant);
  if (hasRun && names.length > 0 && !names.includes(expected)) return true;
  return names.some((name) => refutes(name, expected));
}

function namesIn(counts: Counts): string[] {
  return Object.keys(sum([counts]));
}

/** `h2 × 2, h3 × 40`. */
export function protocolCounts(counts: Counts): string {
  const entries = Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, count]) => `${name} × ${count}`).join(', ') || 'none';
}

function sum(counts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((each) => Object.entries(each))) {
    if (count > 0) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}
