import { scenariosOf } from '@holbench/scenarios/registry';
import { isOverQuic, PROTOCOL_NAMES } from '@holbench/variants/protocols';
import type { Report, SectionOf } from '../../report.ts';
import { networksOf } from '../../runs/report-data.ts';
import { costTables } from '../../tables/cost-tables.ts';
import { placeBlocks, plotsBlock, READING } from '../../tables/place-blocks.ts';
import { LEAST_CHECK, ratePlaces, rateSentences } from '../../verdicts/rates.ts';
import { paragraph } from '../../verdicts/sentences.ts';
import { type Block, listed, plainText, type Section } from '../block.ts';
import { capital } from '../format.ts';
import { idText } from '../id-text.ts';
import { networkText } from '../place-name.ts';

const OPEN_LOOPS = scenariosOf('beside-bulk').map(({ id }) => id);
const IDS = scenariosOf('rates').map(({ id }) => id);

/** Closed loops: of each network a finding, pictures, tables, costs. */
export const ratesSection: SectionOf = (report) => {
  const networks = networksOf(report.data).flatMap(
    ({ profile }) => overNetwork(report, profile.id) ?? [],
  );
  if (networks.length === 0) return null;
  return {
    id: 'rates',
    title: `Operations per second in closed loops (${IDS.join(', ')})`,
    blocks: [
      noteBlock(report),
      READING,
      ...networks.map((section): Block => ({ block: 'section', section })),
    ],
  };
};

function overNetwork(report: Report, network: string): Section | null {
  const places = ratePlaces(report, network);
  const tables = places.flatMap((place) => [
    ...placeBlocks(report, place),
    ...costTables(report, place),
  ]);
  if (tables.length === 0) return null;
  const sentences = rateSentences(report, network);
  const title = { text: 'loads per second by 64 clients', style: 'strong' as const };
  const blocks: Block[] = [
    ...(sentences.length === 0
      ? []
      : [{ block: 'list' as const, items: [[title, ': ', ...paragraph(sentences)]] }]),
    ...plotsBlock(report.plots, network, IDS),
    ...tables,
  ];
  return { id: `rates-${idText(network)}`, title: capital(networkText(network)), blocks };
}

/** How to read a closed loop, and what drove it. */
function noteBlock({ relation }: Report): Block {
  const found = relation.figures.filter(
    ({ scenario, value }) => IDS.includes(scenario) && value !== null,
  );
  const checks = found.filter(({ metric }) => metric.id.startsWith('check-ratio-'));
  const programs = [...new Set(checks.map(({ metric }) => metric.id.replace('check-ratio-', '')))];
  const overQuic = new Set(
    found.flatMap(({ variant: { protocol } }) =>
      isOverQuic(protocol) ? PROTOCOL_NAMES[protocol] : [],
    ),
  );
  const sentences = [
    `Closed loop: each client waits for its answer before it asks again, so these latencies are not those of ${OPEN_LOOPS.join(' and ')}.`,
    ...[...overQuic].map(
      (name) =>
        `A page drives ${name} over one connection and adds milliseconds of its own, so ${name} is not ranked.`,
    ),
    ...(programs.length === 0
      ? ['No other program checked these rates.']
      : [
          `${plainText(listed(programs.map((program) => [program])))} repeated loads over HTTP. The report names every server for which the lab’s clients reach less than ${LEAST_CHECK} of their rate.`,
        ]),
  ];
  return { block: 'prose', text: [sentences.join(' ')], role: 'note' };
}
