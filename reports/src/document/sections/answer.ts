import { directionOf } from '@holbench/scenarios/registry';
import { coverageOf } from '../../figures/decisions.ts';
import { armKey, headerOf } from '../../figures/selections.ts';
import { type Plot, plotId } from '../../plots/plot.ts';
import type { Report, SectionOf } from '../../report.ts';
import { networkOf } from '../../runs/report-data.ts';
import { type Answer, answers, NOTHING_TO_ANSWER } from '../../verdicts/answer.ts';
import { paragraph } from '../../verdicts/sentences.ts';
import type { Block, Sentence, TableRow } from '../block.ts';
import { figureCell } from '../figure-cell.ts';
import { bulkText, formatAsGiven, plural } from '../format.ts';
import { linkText } from '../link-text.ts';

/** Small loads of a text by where the transfer is, then what that makes of both. */
const COLUMNS = [
  { id: 'load-idle-p50', title: 'alone (idle)', unit: 'ms' },
  { id: 'load-foreign-p50', title: 'transfer on another connection (foreign)', unit: 'ms' },
  { id: 'load-self-p50', title: 'transfer on the same connection (self)', unit: 'ms' },
  { id: 'load-holb-delay', title: 'head-of-line (HOLB) delay', unit: 'ms' },
  { id: 'load-inflation', title: 'inflation', unit: '×' },
  { id: 'goodput-self', title: 'goodput of the transfer (self)', unit: 'Mbit/s' },
] as const;

/** Of its messages the table says how many there were. */
const MESSAGES = 'load-self-p50';

/** The first screen: who makes a small message wait, in sentences, pictures and a table. */
export const answerSection: SectionOf = (report) => {
  const found = answers(report);
  const blocks: Block[] =
    found.length === 0
      ? [{ block: 'prose', text: [NOTHING_TO_ANSWER], role: 'warning' }]
      : answerBlocks(report, found);
  return { id: 'who-waits', title: 'Who waits for whom', unseen: true, blocks };
};

function answerBlocks(report: Report, found: readonly Answer[]): Block[] {
  const plots = answerPlots(report);
  const left: Block[] = [
    { block: 'plots', plots, role: 'row' },
    ...plots.slice(0, 1).map(({ note }): Block => ({ block: 'prose', text: [note], role: 'note' })),
  ];
  const right: Block[] = [
    {
      block: 'table',
      id: 'answer',
      title: 'How long a small message waits',
      header: ['Server', ...COLUMNS.map(({ title, unit }) => `${title}, ${unit}`)],
      rows: found.flatMap((answer) => rowsOf(report, answer)),
      notes: notesOf(report, found),
    },
  ];
  const items = found.map((answer) => [
    { text: answer.network, style: 'strong' as const },
    ` (${placeText(report, answer)}). `,
    ...paragraph(answer.sentences),
  ]);
  const fits = plots.length <= 2 && report.comparison === null;
  return [
    { block: 'list', role: 'answer', items },
    ...(fits ? [{ block: 'beside', left, right } as const] : [...left, ...right]),
  ];
}

/** `20 Mbit/s down, …; beside a download, 4f`. */
function placeText({ data }: Report, { network, scenario }: Answer): string {
  const link = linkText(networkOf(data, network).profile);
  return `${link}; beside ${bulkText(directionOf(scenario))}, ${scenario}`;
}

/** Of the first scenario: one network beside the other, in the order of the sentences. */
export function answerPlots(report: Report): Plot[] {
  const found = answers(report);
  const alike = found.filter(({ scenario }) => scenario === found[0]?.scenario);
  const ids = alike.map(({ scenario, network }) => plotId('holb', scenario, 'load', network));
  return ids.flatMap((id) => report.plots.filter((plot) => plot.id === id));
}

/** How to read the table, and how far: docs/measurement.md has the method. */
function notesOf({ relation }: Report, found: readonly Answer[]): Sentence[] {
  const shown = found.flatMap(({ network, scenario }) =>
    relation
      .at({ network, scenario, kind: 'text', fanOut: null })
      .filter(({ metric, value }) => metric.id === 'load-holb-delay' && value !== null),
  );
  const most = Math.max(0, ...shown.map(({ rounds }) => rounds));
  const coverage = `${formatAsGiven(100 * (coverageOf(most) ?? 0))} %`;
  const interval =
    most < 2
      ? 'One round has no interval.'
      : `Below a figure: its interval over rounds, which for ${most} rounds holds the true median with a probability of at most ${coverage}.`;
  const pool = shown.some(({ variant }) => variant.protocol === 'http/1.1')
    ? ' HTTP/1.1 sends messages on other connections of the browser’s pool.'
    : '';
  const bound = shown.some(({ censored }) => censored)
    ? ' ≥: a lower bound, as half of the messages or more had no answer after 20 s.'
    : '';
  return [
    [
      `Latencies are medians of all messages until a 5 KB text is loaded. HOLB delay, the extra wait from sharing the connection, and inflation are medians over rounds, so they need not subtract.${pool}`,
    ],
    [`${interval}${bound} Method: docs/measurement.md.`],
  ];
}

/** A row for each variant and arm that was run. */
function rowsOf(report: Report, answer: Answer): TableRow[] {
  const { network, scenario } = answer;
  const figures = report.relation.at({ network, scenario, kind: 'text', fanOut: null });
  const arms = [...Map.groupBy(figures, armKey).values()].flatMap((own) => {
    const shown = COLUMNS.flatMap(({ id }) => own.find(({ metric }) => metric.id === id) ?? []);
    const [first] = shown;
    if (first === undefined || shown.every(({ state }) => state === 'not-run')) return [];
    return [{ header: headerOf(first), shown }];
  });
  const messages = figures.filter(({ metric }) => metric.id === MESSAGES);
  const n = Math.max(0, ...messages.map((figure) => figure.n));
  const rounds = Math.max(1, ...messages.map((figure) => figure.rounds));
  const size = n === 0 ? '' : `, ${plural(rounds, 'round')}, ${n} messages`;
  // The sentences above say what the network is.
  const group = `${network}, beside ${bulkText(directionOf(scenario))}, ${scenario}${size}`;
  return arms.map(({ header, shown }) => ({
    group,
    cells: [
      { text: [header] },
      ...shown.map((figure) => {
        const isUnanswered = figure.metric.id === MESSAGES && figure.failed > 0;
        const remark = isUnanswered ? `${figure.failed} of ${figure.n} unanswered` : '';
        return figureCell(figure, report, { remark });
      }),
    ],
  }));
}
