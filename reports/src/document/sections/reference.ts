import { PUBLISHED_TABLES } from '../../reference/published-tables.ts';
import { referenceTable } from '../../reference/reference-table.ts';
import { GENERAL_DEFECTS, KNOWN_DEFECTS } from '../../reference/known-defects.ts';
import type { SectionOf } from '../../report.ts';
import { networksOf } from '../../runs/report-data.ts';
import { defectAnchor } from '../anchors.ts';
import { type Block, listed, type TableBlock } from '../block.ts';
import { idText } from '../id-text.ts';
import { networkText } from '../place-name.ts';
import { notRunSection } from './not-run.ts';

/**
 * Those of the 18 tables of the microbenchmark that this lab replaces of which this run has figures, beside these. Of the
 * others where to find the commands that fill them.
 */
export const referenceSection: SectionOf = (report) => {
  const hasCommands = notRunSection(report) !== null;
  const networks = networksOf(report.data).flatMap(({ profile: { id: network } }): Block[] => {
    const all = PUBLISHED_TABLES.map((published) => ({
      number: String(published.table),
      made: referenceTable(report, network, published),
    }));
    const missing = all.flatMap(({ number, made }) => (made === null ? [[number]] : []));
    const blocks: Block[] = all.flatMap(({ made }) => made ?? []);
    if (missing.length > 0 && hasCommands) {
      const commands = { text: 'commands that fill them', anchor: 'not-run' };
      const text =
        missing.length === all.length
          ? ['None of the 18 tables has a figure of this run; ', commands, '.']
          : ['Without a figure of this run: tables ', ...listed(missing), '; ', commands, '.'];
      blocks.push({ block: 'prose', text, role: 'note' });
    }
    const [id, title] = [`reference-${idText(network)}`, `Over ${networkText(network)}`];
    return blocks.length === 0 ? [] : [{ block: 'section', section: { id, title, blocks } }];
  });
  if (networks.length === 0) return null;
  const about =
    'The published figures of ayewo and others (2024) stand beside this run’s, with marks for known defects.';
  return {
    id: 'reference',
    title: 'The tables of the reference microbenchmark',
    blocks: [{ block: 'prose', text: [about] }, defectTable(), ...networks],
  };
};

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
