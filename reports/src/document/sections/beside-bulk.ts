import { isBesideBulk } from '@holbench/scenarios/registry';
import type { SectionOf } from '../../report.ts';
import { networksOf } from '../../runs/report-data.ts';
import { placeBlocks, plotsBlock, READING } from '../../tables/place-blocks.ts';
import type { Block, Section } from '../block.ts';
import { capital } from '../format.ts';
import { idText } from '../id-text.ts';
import { networkText } from '../place-name.ts';
import { answerPlots } from './answer.ts';

/** Small messages beside a transfer, in full: what the answer on the first screen rests on. */
export const besideBulkSection: SectionOf = (report) => {
  const { relation, data } = report;
  const shown = answerPlots(report);
  const plots = report.plots.filter((plot) => !shown.includes(plot));
  const networks = networksOf(data).flatMap(({ profile: { id: network } }): Section[] => {
    const places = relation.placesOver(network, ({ scenario }) => isBesideBulk(scenario));
    const tables = places.flatMap((place) => placeBlocks(report, place));
    if (tables.length === 0) return [];
    const topics = places.flatMap(({ scenario }) => [scenario, `${scenario}-time`]);
    const id = `beside-${idText(network)}`;
    return [
      {
        id,
        title: capital(networkText(network)),
        blocks: [...tables, ...plotsBlock(plots, network, topics)],
      },
    ];
  });
  if (networks.length === 0) return null;
  return {
    id: 'beside-bulk',
    title: 'Small messages beside a transfer, in detail',
    blocks: [READING, ...networks.map((section): Block => ({ block: 'section', section }))],
  };
};
