import type { Sentence, TableBlock } from './block.ts';

type Words = Pick<TableBlock, 'id' | 'header'> &
  Partial<Pick<TableBlock, 'look' | 'records'>> & {
    readonly rows: readonly (readonly (string | Sentence)[])[];
  };

/** A table of words, which its section names. */
export function textTable({ rows, look = 'text', ...table }: Words): TableBlock {
  return {
    block: 'table',
    title: '',
    look,
    ...table,
    rows: rows.map((texts) => ({
      cells: texts.map((text) => ({ text: typeof text === 'string' ? [text] : text })),
    })),
  };
}
