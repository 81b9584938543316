import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import { COMBINATIONS } from '@holbench/variants/feasibility';
import type { Variant } from '@holbench/variants/registry';
import { shownVariants } from '../../figures/selections.ts';
import type { SectionOf } from '../../report.ts';
import type { ReportData } from '../../runs/report-data.ts';
import type { Style } from '../block.ts';
import { textTable } from '../text-table.ts';
import { protocolCounts, protocolProofs } from './protocol-proof.ts';

/** What works on the machine of a run, and what does not: one combination. */
type FeasibilityRow = {
  readonly about: 'variant' | 'network' | 'other';
  /** Unique among those about the same. */
  readonly id: string;
  readonly combination: string;
  readonly works: keyof typeof STYLES;
  /** Messages, versions and counts that say so. */
  readonly evidence: string;
  /** The day on which that was seen, where it was not in the run itself; else empty. */
  readonly seenAt: string;
  /** Shows it again. */
  readonly command: string;
};

/** A row without what those about the same have in common. */
type Finding = Omit<FeasibilityRow, 'about' | 'seenAt'> & { readonly seenAt?: string };

const STYLES = {
  yes: 'good',
  no: 'bad',
  unproven: 'bad',
  'not run': 'missing',
} satisfies Record<string, Style>;

/** What works on this machine and what does not, each with its evidence. */
export const feasibilitySection: SectionOf = ({ data }) => {
  const rows = feasibilityRows(data);
  const text =
    'Variants and networks of this run. Then combinations that are no variants. They were ' +
    'not tested in this run, but on the day and with the versions that their rows name.';
  const table = textTable({
    id: 'feasibility',
    look: 'prose',
    header: ['Combination', 'Works', 'Evidence', 'How to see it'],
    rows: rows.map(({ combination, works, evidence, seenAt, command }) => [
      combination,
      [{ text: works, style: STYLES[works] }],
      seenAt === '' ? evidence : `${evidence} (tested ${seenAt})`,
      [{ text: command, style: 'code' }],
    ]),
    records: rows,
  });
  const blocks = [{ block: 'prose' as const, text: [text] }, table];
  return { id: 'feasible', title: 'Feasibility', blocks };
};

/** Its variants, every network of the run, and combinations that are no variant. */
export function feasibilityRows(data: ReportData): FeasibilityRow[] {
  const { networks } = data.manifest;
  const rows = (about: FeasibilityRow['about'], findings: readonly Finding[]) =>
    findings.map(({ seenAt = '', command, ...finding }) => ({
      about,
      ...finding,
      seenAt,
      command,
    }));
  return [
    ...rows('variant', variantFindings(data)),
    ...rows('network', networks.map(networkFinding)),
    ...rows(
      'other',
      Object.entries(COMBINATIONS).map(([id, { what, versions, works, evidence, tested }]) => ({
        id,
        combination: `${what}: ${versions}`,
        works: works ? 'yes' : 'no',
        evidence,
        seenAt: tested,
        command: `HOLBENCH_SLOW_TESTS=1 pnpm exec vitest run tests/feasibility -t ${id}`,
      })),
    ),
  ];
}

function variantFindings(data: ReportData): Finding[] {
  const { manifest, cells } = data;
  const proofs = protocolProofs(data);
  return shownVariants(data).map((variant) => {
    const { id, code, title, protocol } = variant;
    const again = `pnpm bench --variants ${id}`;
    const finding = (works: Finding['works'], evidence: string, command = again) => ({
      id,
      combination: `${code} ${id}: ${title}`,
      works,
      evidence,
      command,
    });
    const unsupported = manifest.unsupported.find((each) => each.variant === id);
    if (unsupported) return finding('no', unsupported.reason, 'pnpm run doctor');
    const proof = proofs.find((each) => each.variant === variant);
    if (!proof) return finding('not run', 'not part of this run');
    const { client, server, works, verdict } = proof;
    if (Object.keys(client).length === 0) {
      const reasons = cells.flatMap(({ cell }) => (cell.variant === id ? cell.reasons : []));
      return finding(works, reasons[0] ?? 'no reason was stored');
    }
    const seen = `the page saw ${protocolCounts(client)}, the server ${protocolCounts(server)}`;
    const versions = versionsOf(variant, manifest.versions);
    return finding(works, `${protocol} ${verdict}: ${seen}; ${versions}`);
  });
}

/** Of the programs and libraries that a variant is made of, and of the browser. */
function versionsOf(variant: Variant, versions: Manifest['versions']): string {
  return Object.entries({ ...versions.servers?.[variant.id], chromium: versions.chromium })
    .map(([name, version]) => `${name} ${version ?? 'of unknown version'}`)
    .join(', ');
}

function networkFinding(network: RunNetwork): Finding {
  const { profile, options, backend, backendVersion, why, loopback, certificate, found } = network;
  const problems = (certificate?.problems ?? []).map((text) => `outside tolerance: ${text}`);
  const without = loopback ? 'loopback only' : 'nothing makes it';
  const made = found ? 'real network' : (backendVersion ?? backend ?? without);
  const certify = `pnpm netem certify ${options.replace(/^--networks /, '--network ')}`;
  return {
    id: profile.id,
    combination: `network ${profile.id}`,
    works: (backend === null && !found) || problems.length > 0 ? 'no' : 'yes',
    evidence: [`${made}: ${why}`, ...problems].join('; '),
    command: backend === null ? 'pnpm run doctor' : certify,
  };
}
