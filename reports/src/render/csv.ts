import { stringify } from 'csv-stringify/sync';
import { type FactorValues, formatFactors } from '@holbench/factors/values';
import type { JudgedClaim } from '../claims/claim.ts';
import type { CellRow } from '../model/cell-rows.ts';
import type { ExcludedCells } from '../model/excluded-cells.ts';
import type { FeasibilityRow } from '../model/feasibility.ts';
import { CENSORED } from '../model/latencies.ts';
import type { Figure, Table } from '../model/table.ts';
import { sourceText } from './claims-section.ts';

/**
 * A table as CSV: one line per figure, so that it needs no guessing of columns. Values are in the
 * column's unit and unrounded; figures that are not there have a state and no value.
 */
export function tableCsv(table: Table, options: { readonly compared?: boolean } = {}): string {
  const grouped = table.rows.some(({ group }) => group !== undefined);
  const lines = table.rows.flatMap(({ header, group, figures }) =>
    figures.map((figure, index) => ({
      table: table.id,
      // Rows of several groups may have one name.
      ...(grouped ? { group: group ?? '' } : {}),
      row: header,
      column: table.columns[index] ?? '',
      state: figure.state,
      value: figure.value,
      low95: end(figure.interval?.low),
      high95: end(figure.interval?.high),
      ratioToBest: figure.ratio?.value ?? null,
      ...(options.compared === true ? comparedColumns(figure) : {}),
      remark: figure.value === null ? [figure.text, figure.remark].join(' ').trim() : figure.remark,
      published: figure.published?.value ?? null,
      publishedDefects: figure.published?.marks.join(' ') ?? '',
      cell: figure.cell,
    })),
  );
  return write(lines);
}

/** Only beside another run: alone, a table has no columns that are always empty. */
function comparedColumns({ compared }: Figure): Record<string, number | string | null> {
  return {
    compared: compared?.value ?? null,
    comparedLow95: end(compared?.interval?.low),
    comparedHigh95: end(compared?.interval?.high),
    comparedRatio: compared?.ratio ?? null,
    comparedDifference: compared?.why ?? compared?.difference ?? '',
  };
}

export function cellsCsv(cells: readonly CellRow[]): string {
  return write(
    cells.map((cell) => ({
      cell: cell.cell,
      state: cell.state,
      reasons: cell.reasons.join('; '),
      expected: cell.expected,
      client: JSON.stringify(cell.client),
      server: JSON.stringify(cell.server),
      seed: cell.seed,
      samples: cell.samples,
      failed: cell.failed,
      bottleneck: cell.limiter,
      network: cell.network.join('; '),
      arm: cell.arm,
      ...factorColumns(cell.factors),
      command: cell.command,
    })),
  );
}

/** A line per figure of each claim; a claim without figures has one, too. */
export function claimsCsv(claims: readonly JudgedClaim[]): string {
  return write(
    claims.flatMap((claim) => {
      const { id, verdict, why, rule, command, evidence } = claim;
      const sources = claim.sources.map(sourceText).join('; ');
      const urls = claim.sources.map(({ url }) => url).join(' ');
      const figures = evidence.length === 0 ? [null] : evidence;
      return figures.map((figure) => ({
        claim: id,
        text: claim.claim,
        verdict,
        why,
        figure: figure?.what ?? '',
        unit: figure?.unit ?? '',
        value: figure?.value ?? null,
        low95: end(figure?.interval.low),
        high95: end(figure?.interval.high),
        rounds: figure?.rounds ?? null,
        cells: figure?.cells.join(' ') ?? '',
        rule,
        command,
        sources,
        urls,
      }));
    }),
  );
}

export function feasibilityCsv(rows: readonly FeasibilityRow[]): string {
  return write(
    rows.map(({ about, id, combination, works, evidence, seenAt, command }) => ({
      about,
      id,
      combination,
      works,
      evidence,
      seenAt,
      command,
    })),
  );
}

/** A line per cell; one for what has none, such as a variant that cannot be had. */
export function excludedCsv({ rows }: ExcludedCells): string {
  return write(
    rows.flatMap(({ state, what, cells, reason, meaning, tables }) =>
      (cells.length === 0 ? [{ cell: '', round: null }] : cells).map(({ cell, round }) => ({
        cell,
        state,
        what,
        round,
        reason,
        meaning,
        tables: tables.map(({ id }) => id).join(' '),
      })),
    ),
  );
}

/** An end of an interval; `inf` where more operations failed than it leaves out. */
function end(value: number | undefined): number | string | null {
  if (value === undefined) return null;
  return value >= CENSORED ? 'inf' : value;
}

/** A column for each factor, as the command line spells it. */
function factorColumns(factors: FactorValues): Record<string, string> {
  return Object.fromEntries(formatFactors(factors).map(({ flag, value }) => [flag, value]));
}

function write(lines: readonly object[]): string {
  // Reasons come from logs: a spreadsheet must not take them for formulas.
  return stringify([...lines], { header: true, escape_formulas: true });
}
