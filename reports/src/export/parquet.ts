import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ColumnValue } from '../figures/columns.ts';

/** A column of a Parquet file. Its type does not depend on what the rows hold. */
export interface Column<Row> {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN';
  /** False where each row has a value. */
  readonly nullable: boolean;
  readonly of: (row: Row) => ColumnValue;
}

/**
 * Rows as a Parquet file, the same bytes for the same rows: no time of writing is in it. Columns of
 * few different values are stored as a dictionary; blocks are compressed with Snappy.
 */
export function parquet<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Uint8Array {
  const columnData = columns.map(({ name, type, nullable, of }) => {
    const values = rows.map(of);
    // The library takes a 64-bit integer as nothing else.
    const data = type === 'INT64' ? values.map(asBigInt) : values;
    return { name, type, nullable, data };
  });
  // Files of this size are read as a whole: minima and maxima of blocks would help nobody.
  return new Uint8Array(parquetWriteBuffer({ columnData, statistics: false }));
}

function asBigInt(value: ColumnValue): bigint | null {
  return typeof value === 'number' ? BigInt(value) : null;
}
