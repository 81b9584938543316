import { stringify } from 'csv-stringify/sync';
import type { ColumnValue } from '../figures/columns.ts';

/**
 * Objects as lines of CSV below a header; one may have columns that another has not. An interval
 * without an end has `inf` there.
 */
export function writeCsv(records: readonly Readonly<Record<string, ColumnValue>>[]): string {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return stringify([...records], {
    header: true,
    columns,
    cast: {
      boolean: String,
      number: (value) => (Number.isFinite(value) ? String(value) : value < 0 ? '-inf' : 'inf'),
    },
    // Reasons come from logs: a spreadsheet must not take them for formulas.
    escape_formulas: true,
  });
}
