import { findScenario } from '@holbench/scenarios/registry';
import { plotId } from '../../plots/plot.ts';
import type { Report, SectionOf } from '../../report.ts';
import { networksOf } from '../../runs/report-data.ts';
import { placeBlocks, plotsBlock, READING } from '../../tables/place-blocks.ts';
import { findingSentences } from '../../verdicts/findings.ts';
import { crowdPlaces, crowdSentences } from '../../verdicts/crowd.ts';
import { measuresOver } from '../../verdicts/measures.ts';
import { paragraph } from '../../verdicts/sentences.ts';
import type { Block, Section } from '../block.ts';
import { capital } from '../format.ts';
import { idText } from '../id-text.ts';
import { networkText } from '../place-name.ts';

/** Those have sections of their own. */
const ELSEWHERE: readonly unknown[] = ['beside-bulk', 'rates'];

/** The scenarios without a bulk transfer: of each network its findings, then all tables. */
export const otherScenariosSection: SectionOf = (report) => {
  const networks = networksOf(report.data).flatMap(
    ({ profile }) => overNetwork(report, profile.id) ?? [],
  );
  if (networks.length === 0) return null;
  return {
    id: 'other-scenarios',
    title: 'The other scenarios',
    blocks: [READING, ...networks.map((section): Block => ({ block: 'section', section }))],
  };
};

function overNetwork(report: Report, network: string): Section | null {
  const places = report.relation.placesOver(
    network,
    ({ scenario }) => !ELSEWHERE.includes(findScenario(scenario)?.family),
  );
  const topics = [...new Set(places.map(({ scenario }) => scenario))];
  const blocks: Block[] = [
    ...findingsBlocks(report, network),
    ...crowdBlocks(report, network),
    ...places.flatMap((place) => placeBlocks(report, place)),
    ...plotsBlock(report.plots, network, topics),
  ];
  return blocks.length === 0
    ? null
    : { id: `others-${idText(network)}`, title: capital(networkText(network)), blocks };
}

/** A sentence and a picture for each measure. */
function findingsBlocks(report: Report, network: string): Block[] {
  const measures = measuresOver(report, network);
  if (measures.length === 0) return [];
  const ids = measures.map(({ id }) => plotId('measure', id, network));
  const plots = ids.flatMap((id) => report.plots.filter((plot) => plot.id === id));
  const items = measures.map((measure) => [
    { text: measure.title, style: 'strong' as const },
    ': ',
    ...paragraph(findingSentences(measure)),
  ]);
  return [
    { block: 'list', items },
    { block: 'plots', plots },
  ];
}

/** What more users do, and cost. */
function crowdBlocks(report: Report, network: string): Block[] {
  const items = crowdPlaces(report, network).flatMap((place) => {
    const sentences = crowdSentences(report, place);
    const title = { text: `more users at once (${place.scenario})`, style: 'strong' as const };
    return sentences.length === 0 ? [] : [[title, ': ', ...paragraph(sentences)]];
  });
  return items.length === 0 ? [] : [{ block: 'list', items }];
}
