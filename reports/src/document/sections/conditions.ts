import { factRows } from '../../evidence/run-facts.ts';
import { networkInWords } from '../../evidence/real-network.ts';
import { madeBy, measuredRtt } from '../../evidence/networks.ts';
import type { SectionOf } from '../../report.ts';
import { plotBlocks } from '../../tables/place-blocks.ts';
import type { Block } from '../block.ts';
import { idText } from '../id-text.ts';
import { textTable } from '../text-table.ts';

/** What was measured, with what, over what: how to repeat it. The first lines of the report count cells. */
export const conditionsSection: SectionOf = (report) => {
  const { manifest } = report.data;
  const blocks: Block[] = [
    // In short; the section of networks has them in full.
    textTable({
      id: 'conditions-networks',
      header: ['Network', 'Configured', 'Round trip measured', 'Made by'],
      rows: manifest.networks.map((network) => [
        [{ text: network.profile.id, anchor: `network-${idText(network.profile.id)}` }],
        networkInWords(network),
        measuredRtt(network) || 'not measured',
        madeBy(network),
      ]),
    }),
    { block: 'facts', rows: factRows(report) },
    ...plotBlocks(report.plots.filter(({ id }) => id === 'timeline')),
  ];
  return { id: 'conditions', title: 'Conditions', blocks };
};
