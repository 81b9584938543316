import type { PlaceAnswer } from '../../topics/topic.ts';
import { answerTable, belowBlocks, leadBlocks } from '../../answer/answer-blocks.ts';
import { isMeasured } from '../../answer/place-answer.ts';
import { leadOf } from '../../answer/sentences.ts';
import { countsText, isOfHeadline } from '../../compare/comparison.ts';
import { pictureId } from '../../plots/standing.ts';
import type { Report, SectionOf } from '../../report.ts';
import { firstAnswers, NOTHING_TO_ANSWER } from '../../topics/topics.ts';
import type { Block } from '../block.ts';

/** The first screen: for each network and transfer the best choice and the worst, a table and a picture. */
export const answerSection: SectionOf = (report) => {
  const places = firstAnswers(report);
  const blocks: Block[] =
    places.length === 0
      ? [{ block: 'prose', text: [NOTHING_TO_ANSWER], role: 'warning' }]
      : places.flatMap((place) => placeBlocks(report, place));
  return {
    id: 'who-waits',
    title: 'Who waits for whom',
    unseen: true,
    blocks: [...comparedBlocks(report), ...blocks],
  };
};

function placeBlocks(report: Report, place: PlaceAnswer): Block[] {
  const said = leadOf(report, place);
  // Without a number the headline says why, and the table would say it in every cell.
  if (!isMeasured(place)) return leadBlocks(place, said);
  const lead = [...leadBlocks(place, said), answerTable(report, place)];
  const below = belowBlocks(report, place, said);
  const plots = report.plots.filter(({ id }) => id === pictureId(place));
  return plots.length === 0
    ? [...lead, ...below]
    : [{ block: 'beside', left: lead, right: [{ block: 'plots', plots }], under: below }];
}

/** How another run compares: who compares two runs asks that first. */
function comparedBlocks({ comparison }: Report): Block[] {
  if (comparison === null) return [];
  const { other, compared } = comparison;
  const headline = compared.filter(isOfHeadline);
  const link = { text: `Compared with ${other}`, anchor: 'compared' };
  return [
    {
      block: 'prose',
      text: [link, `: of ${headline.length} headline figures ${countsText(headline)}.`],
    },
  ];
}
