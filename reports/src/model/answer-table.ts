import type { Answer, Contender } from './answer.ts';
import { missingFigure, plainFigure } from './figure.ts';
import { formatShare } from './format.ts';
import { pairedFigure } from './holb-figures.ts';
import { CLIENT_LIMITED } from './mark-unranked.ts';
import type { Figure, Row, Table } from './table.ts';

const COLUMNS = [
  'alone (ms)',
  'bulk elsewhere (ms)',
  'bulk on its connection (ms)',
  'HOLB delay (ms)',
  'inflation',
  'unanswered',
] as const;

const BULK = { '4f': 'a download (4f)', '4g': 'an upload (4g)' } as const;

/** The table of the first screen; null where there is nothing to say. */
export function answerTable(answers: readonly Answer[]): Table | null {
  if (answers.length === 0) return null;
  return {
    id: 'answer',
    title: 'How long a small message waits',
    rowHeader: 'Server',
    columns: COLUMNS,
    rows: answers.flatMap(({ network, link, scenario, rows }) =>
      rows.map((row) => ({ ...row, group: `${network} (${link}), beside ${BULK[scenario]}` })),
    ),
    notComparable: [],
    notes: [
      'Time until a 5 KB text is loaded, medians of all rounds: alone (idle), beside a bulk transfer on another connection (foreign), and on the same one (self). HOLB delay: self − foreign, what sharing the connection adds to sharing the link. Inflation: self ÷ idle. Both are medians over rounds of what each round’s own medians give. Below: 95 % interval over rounds. A message without an answer counts at the 20 s that it was waited for.',
    ],
  };
}

/** The figures of one variant, or why there are none. */
export function answerRow(contender: Contender): Row {
  const { header } = contender;
  if (contender.state === 'missing') {
    return { header, figures: COLUMNS.map(() => missingFigure(contender.selected)) };
  }
  const { figures, cell, ranked } = contender;
  const { idle, foreign, self, delay, inflation, sent, unanswered } = figures;
  const marked = (figure: Figure): Figure =>
    ranked ? figure : { ...figure, remark: CLIENT_LIMITED };
  return {
    header,
    figures: [
      idle,
      foreign,
      self,
      marked(pairedFigure(delay, cell)),
      marked(pairedFigure(inflation, cell)),
      {
        ...plainFigure(unanswered, cell),
        remark: unanswered === 0 ? `of ${sent}` : `of ${sent}: ${formatShare(unanswered, sent)}`,
      },
    ],
  };
}
