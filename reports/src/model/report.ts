import { CLAIMS } from '../claims/claims.ts';
import type { JudgedClaim } from '../claims/claim.ts';
import { judgeClaims } from '../claims/judge.ts';
import { type Answer, answers } from './answer.ts';
import { answerTable } from './answer-table.ts';
import { cellRows, type CellRow } from './cell-rows.ts';
import { type Comparison, compareRuns } from './compare.ts';
import { excludedCells, type ExcludedCells } from './excluded-cells.ts';
import { type Factors, factors } from './factors.ts';
import { feasibilityRows, type FeasibilityRow } from './feasibility.ts';
import { findings, type Finding } from './findings.ts';
import { measures, type Measure } from './measures.ts';
import { networkConditions, type NetworkConditions } from './network-conditions.ts';
import { protocolProofs, type ProtocolProof } from './protocol-proof.ts';
import type { ReportData } from './report-data.ts';
import { reportTables } from './report-tables.ts';
import type { Table } from './table.ts';
import { type TablesNotRun, tablesNotRun } from './tables-not-run.ts';

/** Everything that a report says, before it is HTML, Markdown or CSV. */
export interface Report {
  readonly data: ReportData;
  readonly title: string;
  /** What it says of the lab's question. */
  readonly answers: readonly Answer[];
  readonly answerTable: Table | null;
  readonly networks: readonly NetworkReport[];
  /** What the runs say of published claims. */
  readonly claims: readonly JudgedClaim[];
  readonly proofs: readonly ProtocolProof[];
  /** What can be had on this machine, and what cannot. */
  readonly feasibility: readonly FeasibilityRow[];
  readonly cells: readonly CellRow[];
  /** Those that do not count, or do not rank. */
  readonly excluded: ExcludedCells;
  /** Null where every setting is the default and nothing was swept. */
  readonly factors: Factors | null;
  readonly counts: Readonly<Record<CellRow['state'], number>>;
  /** With another run; null without one. */
  readonly comparison: Comparison | null;
}

/** The part of a report that is about one network. */
export interface NetworkReport {
  readonly network: string;
  readonly conditions: NetworkConditions;
  readonly measures: readonly Measure[];
  readonly findings: readonly Finding[];
  readonly tables: readonly Table[];
  /** Of its tables those in which nothing was measured; null without any. */
  readonly notRun: TablesNotRun | null;
}

/**
 * A pure function of run folders: the same runs give the same report.
 *
 * @param other another run, or the shards of one, to stand beside this one.
 * @throws RunFolderError when the two have nothing in common.
 */
export function buildReport(data: ReportData, other: ReportData | null = null): Report {
  const cells = cellRows(data);
  const proofs = protocolProofs(data);
  const answered = answers(data);
  const own = new Map(
    data.manifest.networks.map(({ profile: { id } }) => [id, reportTables(data, id)]),
  );
  const beside = other === null ? null : compareRuns(data, own, other);
  const count = (state: CellRow['state']) => cells.filter((cell) => cell.state === state).length;
  return {
    data,
    title: `holbench report ${data.runs.join(', ')}`,
    answers: answered,
    answerTable: answerTable(answered, beside?.tables ?? own, data.manifest.config.factors),
    networks: data.manifest.networks.map((record) => {
      const network = record.profile.id;
      const compared = measures(data, network);
      return {
        network,
        conditions: networkConditions(data, record),
        measures: compared,
        findings: findings(compared),
        tables: (beside?.tables ?? own).get(network) ?? [],
        notRun: tablesNotRun(data, network, own.get(network) ?? []),
      };
    }),
    claims: judgeClaims(CLAIMS, data),
    proofs,
    feasibility: feasibilityRows(data, proofs),
    cells,
    excluded: excludedCells(data, own),
    factors: factors(data, own),
    counts: {
      valid: count('valid'),
      invalid: count('invalid'),
      failed: count('failed'),
      unsupported: count('unsupported'),
    },
    comparison: beside?.comparison ?? null,
  };
}
