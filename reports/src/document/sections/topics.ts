import { leadLine } from '../../answer/answer-blocks.ts';
import { answersOf, placesOf } from '../../answer/place-answer.ts';
import type { Place } from '../../figures/figure.ts';
import { pictureId } from '../../plots/standing.ts';
import type { Report } from '../../report.ts';
import { networksOf } from '../../runs/report-data.ts';
import { serversCompared } from '../../tables/servers-compared.ts';
import { placeBlocks, plotBlocks, plotsBlock, READING } from '../../tables/place-blocks.ts';
import type { PlaceAnswer, Topic } from '../../topics/topic.ts';
import { firstAnswers, isInTopic, TOPICS } from '../../topics/topics.ts';
import type { Block, Section } from '../block.ts';
import { capital } from '../format.ts';
import { idText } from '../id-text.ts';
import { networkText } from '../place-name.ts';

/** Each topic in full: of each network its answer, unless the first screen has it, every table and every picture. */
export function topicSections(report: Report): Section[] {
  const { relation } = report;
  const others = (network: string) => relation.placesOver(network, (place) => !isInTopic(place));
  const first = firstAnswers(report);
  const all = [
    ...TOPICS.flatMap((topic) => topicSection(report, topic, first)),
    // Of another version of the lab.
    ...sectionOf({ id: 'other-scenarios', title: 'Other scenarios' }, report, (network) =>
      placeTables(report, others(network)),
    ),
  ];
  // How to read all of their tables, once.
  return all.map((section, index) =>
    index === 0 ? { ...section, blocks: [READING, ...section.blocks] } : section,
  );
}

/** @param first what the first screen has. */
function topicSection(report: Report, topic: Topic, first: readonly PlaceAnswer[]): Section[] {
  const { relation, plots } = report;
  const isFirst = first.some((place) => place.topic === topic);
  const answers = isFirst ? [] : answersOf(report, [topic]);
  const shown = first.map(pictureId);
  const others = plots.filter(({ id }) => !shown.includes(id));
  return sectionOf(topic, report, (network) => {
    const places = placesOf(relation, topic, network);
    const tables = placeTables(report, places);
    if (tables.length === 0) return [];
    const scenarios = places.map(({ scenario }) => scenario);
    const own = answers.filter((place) => place.network === network);
    const pictures = own.map(pictureId);
    return [
      ...(own.length === 0
        ? []
        : [{ block: 'list' as const, items: own.map((place) => leadLine(report, place)) }]),
      ...plotBlocks(others.filter(({ id }) => pictures.includes(id))),
      ...tables,
      ...plotsBlock(others, network, scenarios),
    ];
  });
}

function placeTables(report: Report, places: readonly Place[]): Block[] {
  return places.flatMap((place) => [
    ...placeBlocks(report, place),
    ...[serversCompared(report, place)].filter((table) => table !== null),
  ]);
}

function sectionOf(
  { id, title }: Pick<Topic, 'id' | 'title'>,
  report: Report,
  over: (network: string) => readonly Block[],
): Section[] {
  const networks = networksOf(report.data).flatMap(({ profile: { id: network } }): Section[] => {
    const blocks = over(network);
    return blocks.length === 0
      ? []
      : [{ id: `${id}-${idText(network)}`, title: capital(networkText(network)), blocks }];
  });
  if (networks.length === 0) return [];
  const blocks = networks.map((section): Block => ({ block: 'section', section }));
  return [{ id, title, blocks }];
}
