import { PUBLISHED_TABLES } from '../../reference/published-tables.ts';
import { referenceTable } from '../../reference/reference-table.ts';
import { GENERAL_DEFECTS, KNOWN_DEFECTS } from '../../reference/known-defects.ts';
import type { Report, SectionOf } from '../../report.ts';
import { networksOf } from '../../runs/report-data.ts';
import { defectAnchor } from '../anchors.ts';
import type { Block, TableBlock } from '../block.ts';
import { plural } from '../format.ts';
import { idText } from '../id-text.ts';
import { networkText } from '../place-name.ts';

/** The 18 tables of the microbenchmark that this lab replaces, beside this run's figures. */
export const referenceSection: SectionOf = (report) => ({
  id: 'reference',
  title: 'The tables of the reference microbenchmark',
  blocks: [
    {
      block: 'prose',
      text: [
        'The published figures of ayewo and others (2024) stand beside this run’s, with marks for known defects.',
      ],
    },
    defectTable(),
    ...networksOf(report.data).map(({ profile }) => networkBlock(report, profile.id)),
  ],
});

function networkBlock(report: Report, network: string): Block {
  const tables = PUBLISHED_TABLES.map((published) => referenceTable(report, network, published));
  const others = tables.filter((table) => !hasCells(table));
  const blocks: Block[] = tables.filter(hasCells);
  if (others.length > 0) {
    blocks.push({
      block: 'details',
      summary: [`${plural(others.length, 'table')} without a figure of this run`],
      blocks: others.map((table): TableBlock => ({ ...table, inMarkdown: false })),
    });
  }
  const section = {
    id: `reference-${idText(network)}`,
    title: `Over ${networkText(network)}`,
    blocks,
  };
  return { block: 'section', section };
}

function hasCells({ rows }: TableBlock): boolean {
  return rows.some(({ cells }) => cells.some(({ figure }) => (figure?.cells.length ?? 0) > 0));
}

function defectTable(): TableBlock {
  const marked = KNOWN_DEFECTS.map(({ mark, text }) => ({ id: defectAnchor(mark), mark, text }));
  const all = GENERAL_DEFECTS.map((text) => ({ mark: 'all', text }));
  return {
    block: 'table',
    id: 'defects',
    title: 'Known defects of the published tables',
    look: 'prose',
    header: ['Mark', 'Defect'],
    rows: [...marked, ...all].map(({ mark, text, ...row }) => ({
      ...row,
      cells: [{ text: [mark] }, { text: [text] }],
    })),
  };
}
