import type { Report, SectionOf } from '../../report.ts';
import { countText } from '../../compare/agreement.ts';
import { verdictsText } from '../../compare/verdicts.ts';
import { type Plot, plotId } from '../../plots/plot.ts';
import { networkOf } from '../../runs/report-data.ts';
import { answerTable } from '../../tables/answer-table.ts';
import { answers, NOTHING_TO_ANSWER, type PlaceAnswer } from '../../verdicts/answer.ts';
import { paragraph } from '../../verdicts/sentences.ts';
import { waitStatements } from '../../verdicts/wait-sentences.ts';
import { WAIT } from '../anchors.ts';
import type { Block } from '../block.ts';
import { capital } from '../format.ts';
import { networkInWords } from '../../evidence/real-network.ts';
import { besideText, networkText } from '../place-name.ts';

/** The first screen: who makes a small message wait, in sentences, pictures and a table. */
export const answerSection: SectionOf = (report) => {
  const found = answers(report);
  const answer: Block[] =
    found.length === 0
      ? [{ block: 'prose', text: [NOTHING_TO_ANSWER], role: 'warning' }]
      : answerBlocks(report, found);
  const blocks = [...agreementBlocks(report), ...answer];
  return { id: 'who-waits', title: 'Who waits for whom', unseen: true, blocks };
};

/** How another run agrees: who compares two runs asks that first. */
function agreementBlocks({ comparison }: Report): Block[] {
  if (comparison === null) return [];
  const { other, agreements, compared } = comparison;
  const link = { text: `Compared with ${other}`, anchor: 'compared' };
  const said = `: headline figures: ${countText(agreements.headline)}. ${verdictsText(compared)}`;
  const text = [link, said.trimEnd()];
  return [{ block: 'prose', text }];
}

function answerBlocks(report: Report, found: readonly PlaceAnswer[]): Block[] {
  const plots = answerPlots(report);
  const pictures = [...rowOfPlots(plots), ...rowOfPlots(waitPlots(report))];
  const table = answerTable(report, found);
  const said = found.flatMap((answer): Block[] => [
    {
      block: 'prose',
      text: [
        { text: capital(networkText(answer.network)), style: 'strong' },
        ` ${placeText(report, answer)}:`,
      ],
    },
    { block: 'list', role: 'answer', items: answer.statements.map(paragraph) },
    ...waitBlocks(report, answer),
  ]);
  return plots.length === 1
    ? [{ block: 'beside', left: said, right: pictures, under: [table] }]
    : [...said, ...pictures, table];
}

/** Side by side, with the note that they share. */
function rowOfPlots(plots: readonly Plot[]): Block[] {
  const [first] = plots;
  if (first === undefined) return [];
  return [
    { block: 'plots', plots, role: 'row' },
    { block: 'prose', text: [first.note], role: 'note' },
  ];
}

/** Of each variant: where its messages waited, and which setting takes that away. */
function waitBlocks(report: Report, { network, scenario }: PlaceAnswer): Block[] {
  const place = { network, scenario, kind: 'text', fanOut: null } as const;
  const items = waitStatements(report, place).map(paragraph);
  if (items.length === 0) return [];
  const lead = 'Where the message waited';
  return [
    {
      block: 'prose',
      text: [
        { text: lead, anchor: WAIT },
        ', mean of the messages between the 45th and 55th percentile:',
      ],
    },
    { block: 'list', role: 'answer', items },
  ];
}

/** `(20 Mbit/s down, …), beside a download (scenario download)`. */
function placeText({ data }: Report, { network, scenario }: PlaceAnswer): string {
  const link = networkInWords(networkOf(data, network));
  return `(${link}), ${besideText(scenario)}`;
}

/** Of the first scenario: one network beside the other, in the order of the sentences. */
export function answerPlots(report: Report): Plot[] {
  const found = answers(report);
  const alike = found.filter(({ scenario }) => scenario === found[0]?.scenario);
  const ids = alike.map(({ scenario, network }) => plotId('holb', scenario, 'load', network));
  return ids.flatMap((id) => report.plots.filter((plot) => plot.id === id));
}

/** Where the message waited, of the same networks. */
export function waitPlots(report: Report): Plot[] {
  const found = answers(report);
  const alike = found.filter(({ scenario }) => scenario === found[0]?.scenario);
  const ids = alike.map(({ scenario, network }) => plotId('wait', scenario, network));
  return ids.flatMap((id) => report.plots.filter((plot) => plot.id === id));
}
