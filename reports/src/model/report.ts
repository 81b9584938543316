import { CLAIMS } from '../claims/claims.ts';
import type { JudgedClaim } from '../claims/claim.ts';
import { judgeClaims } from '../claims/judge.ts';
import { cellRows, type CellRow } from './cell-rows.ts';
import { findings, type Finding } from './findings.ts';
import { measures, type Measure } from './measures.ts';
import { networkConditions, type NetworkConditions } from './network-conditions.ts';
import { protocolProofs, type ProtocolProof } from './protocol-proof.ts';
import type { ReportData } from './report-data.ts';
import { reportTables } from './report-tables.ts';
import type { Table } from './table.ts';

/** Everything that a report says, before it is HTML, Markdown or CSV. */
export interface Report {
  readonly data: ReportData;
  readonly title: string;
  readonly networks: readonly NetworkReport[];
  /** What the runs say of published claims. */
  readonly claims: readonly JudgedClaim[];
  readonly proofs: readonly ProtocolProof[];
  readonly cells: readonly CellRow[];
  readonly counts: Readonly<Record<CellRow['state'], number>>;
}

/** The part of a report that is about one network. */
export interface NetworkReport {
  readonly network: string;
  readonly conditions: NetworkConditions;
  readonly measures: readonly Measure[];
  readonly findings: readonly Finding[];
  readonly tables: readonly Table[];
}

/** A pure function of run folders: the same runs give the same report. */
export function buildReport(data: ReportData): Report {
  const cells = cellRows(data);
  const count = (state: CellRow['state']) => cells.filter((cell) => cell.state === state).length;
  return {
    data,
    title: `holbench report ${data.runs.join(', ')}`,
    networks: data.manifest.networks.map((record) => {
      const network = record.profile.id;
      const compared = measures(data, network);
      return {
        network,
        conditions: networkConditions(data, record),
        measures: compared,
        findings: findings(compared),
        tables: reportTables(data, network),
      };
    }),
    claims: judgeClaims(CLAIMS, data),
    proofs: protocolProofs(data),
    cells,
    counts: {
      valid: count('valid'),
      invalid: count('invalid'),
      failed: count('failed'),
      unsupported: count('unsupported'),
    },
  };
}
