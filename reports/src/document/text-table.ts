import type { Sentence, TableBlock } from './block.ts';

type Words = Omit<TableBlock, 'block' | 'title' | 'rows'> & {
  readonly title?: string;
  readonly rows: readonly (readonly (string | Sentence)[])[];
};

/** A table of words; without a title its section names it. */
export function textTable({ rows, ...table }: Words): TableBlock {
  return {
    block: 'table',
    title: '',
    look: 'text',
    ...table,
    rows: rows.map((texts) => ({
      cells: texts.map((text) => ({ text: typeof text === 'string' ? [text] : text })),
    })),
  };
}
