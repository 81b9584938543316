import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import type { Variant } from '@holbench/variants/registry';
import { leftOut } from './left-out.ts';
import { protocolCounts, type ProtocolProof } from './protocol-proof.ts';
import type { ReportData } from './report-data.ts';
import { shownVariants } from './shown-variants.ts';

/** What can be had on the machine of a run, and what cannot: one combination. */
export interface FeasibilityRow {
  readonly about: 'variant' | 'network' | 'workload' | 'probe';
  /** Unique among those about the same. */
  readonly id: string;
  readonly combination: string;
  readonly works: 'yes' | 'no' | 'not run' | 'left out' | 'not probed';
  /** Messages, versions and counts that say so. */
  readonly evidence: string;
  /** When that was seen, where it was not in the run itself; else empty. */
  readonly seenAt: string;
  /** Shows it again. */
  readonly command: string;
}

/** Its variants, every network of the run, what its plan left out, and what was probed. */
export function feasibilityRows(
  data: ReportData,
  proofs: readonly ProtocolProof[],
): FeasibilityRow[] {
  const { manifest } = data;
  return [
    ...shownVariants(data).map((variant) => variantRow(data, variant, proofs)),
    ...manifest.networks.map(networkRow),
    ...leftOut(data),
    ...manifest.feasibility.map(probeRow),
  ];
}

function variantRow(
  { manifest, cells }: ReportData,
  variant: Variant,
  proofs: readonly ProtocolProof[],
): FeasibilityRow {
  const { id, code, title } = variant;
  const row = (works: FeasibilityRow['works'], evidence: string, command: string) => ({
    about: 'variant' as const,
    id,
    combination: `${code} ${id}: ${title}`,
    works,
    evidence,
    seenAt: '',
    command,
  });
  const again = `pnpm bench --preset smoke --variants ${id}`;
  const unsupported = manifest.unsupported.find((each) => each.variant === id);
  if (unsupported) return row('no', unsupported.reason, 'pnpm run doctor');
  const proof = proofs.find((each) => each.variant === id);
  if (!proof) return row('not run', 'not part of this run', again);
  if (proof.verdict === 'nothing ran') {
    const reasons = cells.flatMap(({ cell }) => (cell.variant === id ? cell.reasons : []));
    return row('no', reasons[0] ?? 'no reason was stored', again);
  }
  const counts = `the page saw ${protocolCounts(proof.client)}, the server ${protocolCounts(proof.server)}`;
  const evidence = `${proof.expected} ${proof.verdict}: ${counts}; ${versionsOf(variant, manifest)}`;
  return row(proof.verdict === 'proven' ? 'yes' : 'no', evidence, again);
}

/** Of the programs and libraries that a variant is made of, and of the browser. */
function versionsOf(variant: Variant, { versions }: Pick<Manifest, 'versions'>): string {
  const own = versions.servers?.[variant.id] ?? olderVersions(variant, versions);
  return Object.entries({ ...own, chromium: versions.chromium })
    .map(([name, version]) => `${name} ${version ?? 'of unknown version'}`)
    .join(', ');
}

/** Where the servers were not asked yet, the manifest lists libraries of all variants together. */
function olderVersions(
  { server, transport, proxy }: Variant,
  { serverNode: node, uWebSockets, ws, fastify, caddy, quicGo }: Manifest['versions'],
): Record<string, string | null | undefined> {
  const library = transport === 'websocket' ? { ws } : { fastify };
  return {
    node,
    ...(server.folder === 'uws' ? { 'uWebSockets.js': uWebSockets } : library),
    ...(proxy && { caddy, 'quic-go': quicGo }),
  };
}

function networkRow({
  profile,
  options,
  backend,
  backendVersion,
  why,
  loopback,
  certificate,
}: RunNetwork): FeasibilityRow {
  const problems = (certificate?.problems ?? []).map((text) => `outside tolerance: ${text}`);
  const made = loopback ? 'loopback only' : (backendVersion ?? backend ?? 'nothing makes it');
  return {
    about: 'network',
    id: profile.id,
    combination: `network ${profile.id}`,
    works: backend === null || problems.length > 0 ? 'no' : 'yes',
    evidence: [`${made}: ${why}`, ...problems].join('; '),
    seenAt: '',
    command:
      backend === null
        ? 'pnpm run doctor'
        : `pnpm netem certify ${options.replace(/^--networks /, '--network ')}`,
  };
}

function probeRow({ id, what, works, evidence, probedAt }: Manifest['feasibility'][number]) {
  return {
    about: 'probe',
    id,
    combination: what,
    works: works === null ? 'not probed' : works ? 'yes' : 'no',
    evidence,
    seenAt: probedAt,
    command: `pnpm run doctor --feasibility ${id}`,
  } satisfies FeasibilityRow;
}
