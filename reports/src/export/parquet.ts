import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ColumnValue } from '../figures/columns.ts';

/** The type of a column, which does not depend on what the rows hold, and its value; undefined is stored as null. */
export type Column<Row> = readonly [
  type: 'STRING' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN',
  of: (row: Row) => ColumnValue | undefined,
];

/**
 * Rows as a Parquet file, the same bytes for the same rows: no time of writing is in it. Columns of
 * few different values are stored as a dictionary; blocks are compressed with Snappy.
 */
export function parquet<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, Column<Row>>>,
): Uint8Array {
  const columnData = Object.entries(columns).map(([name, [type, of]]) => {
    const values = rows.map((row) => of(row) ?? null);
    // The library takes a 64-bit integer as nothing else.
    const big = (value: ColumnValue) => (typeof value === 'number' ? BigInt(value) : null);
    return { name, type, data: type === 'INT64' ? values.map(big) : values };
  });
  // Files of this size are read as a whole: minima and maxima of blocks would help nobody.
  return new Uint8Array(parquetWriteBuffer({ columnData, statistics: false }));
}
