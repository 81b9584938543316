import { realNetworkRows } from '../../evidence/real-network.ts';
import { linkRows, networkFacts } from '../../evidence/networks.ts';
import type { SectionOf } from '../../report.ts';
import { networksOf } from '../../runs/report-data.ts';
import type { Block } from '../block.ts';
import { idText } from '../id-text.ts';
import { textTable } from '../text-table.ts';

/** Each network: configured against measured, and how it was made. */
export const networksSection: SectionOf = ({ data }) => ({
  id: 'networks',
  title: 'Networks',
  blocks: networksOf(data).map((network): Block => {
    const { profile, certificate } = network;
    const id = `network-${idText(profile.id)}`;
    const problems = (certificate?.problems ?? []).map((problem): Block => {
      const text = [`Outside tolerance: ${problem}`];
      return { block: 'prose', role: 'warning', text };
    });
    const measured = textTable({
      id: `${id}-measured`,
      ...(network.found
        ? { header: ['Quantity', 'Measured'], rows: realNetworkRows(network.found) }
        : { header: ['Quantity', 'Configured', 'Measured'], rows: linkRows(network) }),
    });
    const facts: Block = { block: 'facts', rows: networkFacts(data, network) };
    const blocks = [...problems, measured, facts];
    return { block: 'section', section: { id, title: profile.id, blocks } };
  }),
});
