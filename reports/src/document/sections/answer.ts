import { answerBlocks } from '../../answer/answer-blocks.ts';
import { answers, NOTHING_TO_ANSWER } from '../../answer/place-answer.ts';
import { countsText, isOfHeadline } from '../../compare/comparison.ts';
import { type Plot, plotId } from '../../plots/plot.ts';
import type { Report, SectionOf } from '../../report.ts';
import type { Block } from '../block.ts';

/** The first screen: for each network and transfer the best choice and the worst, a table and a picture. */
export const answerSection: SectionOf = (report) => {
  const places = answers(report);
  const blocks: Block[] =
    places.length === 0
      ? [{ block: 'prose', text: [NOTHING_TO_ANSWER], role: 'warning' }]
      : places.flatMap((place) => {
          const { lead, rest } = answerBlocks(report, place);
          const plots = plotsOf(report, plotId('holb', place.scenario, 'load', place.network));
          return plots.length === 0
            ? [...lead, ...rest]
            : [{ block: 'beside', left: lead, right: [{ block: 'plots', plots }], under: rest }];
        });
  return {
    id: 'who-waits',
    title: 'Who waits for whom',
    unseen: true,
    blocks: [...comparedBlocks(report), ...blocks],
  };
};

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

function plotsOf({ plots }: Report, id: string): Plot[] {
  return plots.filter((plot) => plot.id === id);
}

/** The pictures of the first screen. */
export function answerPlots(report: Report): Plot[] {
  return answers(report).flatMap(({ scenario, network }) =>
    plotsOf(report, plotId('holb', scenario, 'load', network)),
  );
}
