import { FACTORS } from '@holbench/factors/registry';
import { HEADLINE, isHeadline } from '@holbench/scenarios/headline';
import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import { rangeLevel } from '@holbench/stats/median-interval';
import { STOPPED_LEVEL } from '@holbench/stats/precise-enough';
import {
  linesOf,
  type Sentence,
  type TableBlock,
  type TableCell,
  type TableRow,
} from '../document/block.ts';
import { figureCell } from '../document/figure-cell.ts';
import { levelText, limitText } from '../document/figure-text.ts';
import { capital, formatNumber, plural } from '../document/format.ts';
import { besideText, networkText } from '../document/place-name.ts';
import { armSettings, ownTitle, settingsText, TUNED, tunedArm } from '../figures/arm-settings.ts';
import { runtimesNotice, runtimeText } from '../evidence/runtime.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import { type PlaceAnswer, usesPool } from '../verdicts/answer.ts';
import { cautionNotes } from './caution-notes.ts';

/** Small loads of a text by where the transfer is, then what that makes of both. */
const TITLES: Readonly<Record<(typeof HEADLINE)[number], string>> = {
  'load-alone-p50': 'alone, ms',
  'load-other-p50': 'transfer on another connection (other), ms',
  'load-same-p50': 'transfer on the same connection (same), ms',
  'load-sharing-wait': 'wait from sharing the connection, ms',
  'load-inflation': 'inflation, ×',
  'goodput-same': 'goodput of the transfer (same), Mbit/s',
};

/** Of its messages the table says how many there were. */
const MESSAGES = 'load-same-p50';

/** The table of the first screen: the headline figures of each variant and arm. */
export function answerTable(report: Report, found: readonly PlaceAnswer[]): TableBlock {
  return {
    block: 'table',
    id: 'answer',
    title: 'How long a small message waits',
    header: ['Server', ...HEADLINE.map((id) => TITLES[id])],
    rows: found.flatMap((answer) => rowsOf(report, answer)),
    notes: notesOf(report, found),
  };
}

/** How to read the table, and how far: docs/measurement.md has the method. */
function notesOf({ relation, data }: Report, found: readonly PlaceAnswer[]): Sentence[] {
  const shown = found.flatMap(({ network, scenario }) =>
    relation
      .at({ network, scenario, kind: 'text', fanOut: null })
      .filter(({ metric, value }) => metric.id === 'load-sharing-wait' && value !== null),
  );
  // Of a demo no delay is known.
  const waits = found.flatMap((answer) =>
    tableFigures(relation, answer).filter(
      ({ metric, value }) => metric.id === MESSAGES && value !== null,
    ),
  );
  const pool = shown.some(usesPool)
    ? ' HTTP/1.1 sends messages on other connections of the browser’s pool.'
    : '';
  const bound = shown.some(({ censored }) => censored)
    ? ' ≥: a lower bound, as half of the messages or more had no answer after 20 s.'
    : '';
  const regimes = shown.some((each) => each.regimes.length > 0)
    ? ' Two values: rounds in two groups, with nothing between them.'
    : '';
  return [
    [
      `The number of a round is the median time until a 5 KB text is loaded, and a figure is the median of rounds. Wait from sharing the connection and inflation are made of the same rounds.${pool}`,
    ],
    [
      `${spreadNote(shown.length > 0 ? shown : waits)}${stoppingNote(data)}${bound}${regimes} Method: docs/measurement.md.`,
    ],
    ...(shown.length === 0 ? [] : [[toleranceNote(shown)]]),
    ...cautionNotes(found.flatMap((answer) => tableFigures(relation, answer))),
    ...armNote(shown, data),
    linesOf([runtimesNotice(data)]).flat(),
  ].filter((note) => note.length > 0);
}

/** `Factors: bulk, number of files that the bulk transfers side by side (default: 1).` */
function armNote(shown: readonly Figure[], data: Report['data']): Sentence[] {
  const flags = new Set(
    shown.flatMap((figure) => armSettings(data, figure)).map(({ flag }) => flag),
  );
  const texts = FACTORS.filter(({ flag }) => flags.has(flag)).map(
    ({ flag, help }) => `${flag}, ${help}`,
  );
  return texts.length === 0 ? [] : [[`Factors: ${texts.join('; ')}.`]];
}

/** A run that ends where intervals are narrow has intervals that hold less than their level. */
function stoppingNote({ manifest }: Report['data']): string {
  return manifest.blocks.every(({ precision }) => precision === null)
    ? ''
    : ` Whether a round followed depended on how narrow the intervals were, so no level is above ${levelText(STOPPED_LEVEL)}.`;
}

/** What stands below the figures: intervals, or rounds that are too few for one. */
function spreadNote(shown: readonly Figure[]): string {
  const levels = Map.groupBy(shown, ({ rounds, unknown }) => rounds + unknown);
  const counts = [...levels.keys()].toSorted((a, b) => a - b);
  const texts = counts.flatMap((rounds) => {
    const [figure] = levels.get(rounds) ?? [];
    if (rounds < 2 || figure === undefined) return [];
    return figure.coverage === null
      ? [
          `all ${rounds} rounds, whose range holds the true median in ${levelText(rangeLevel(rounds))} of cases: ${ENOUGH_ROUNDS} are needed for an interval`,
        ]
      : [`its ${levelText(figure.coverage)} interval over ${rounds} rounds`];
  });
  return texts.length === 0
    ? 'One round has no interval.'
    : `Below a figure: ${texts.join('; or ')}.`;
}

function toleranceNote(shown: readonly Figure[]): string {
  const all = shown.map(({ points }) => delayToleranceMs(points));
  const [least, most] = [Math.min(...all), Math.max(...all)].map((ms) => formatNumber(ms));
  const range = least === most ? `${most} ms` : `${least} to ${most} ms`;
  return `Delayed: the interval lies above the tolerance, 5 % of the latency beside another connection’s transfer and at least 1 ms (here ${range}). Equivalent to no delay: it lies inside ± tolerance. Else undecided.`;
}

/** The figures of the rows of an answer. */
function tableFigures(relation: Report['relation'], { network, scenario }: PlaceAnswer): Figure[] {
  return relation.at({ network, scenario, kind: 'text', fanOut: null }).filter(isHeadline);
}

/** `8 rounds`, `6 to 8 rounds`. */
function rangeText(counts: readonly number[], noun: string): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? plural(most, noun) : `${least} to ${plural(most, noun)}`;
}

/** A row for each variant and arm that was run, the tuned one below that of the run’s own factors. */
function rowsOf(report: Report, answer: PlaceAnswer): TableRow[] {
  const { network, scenario } = answer;
  const figures = report.relation.at({ network, scenario, kind: 'text', fanOut: null });
  const rows = [...Map.groupBy(figures, ({ variant }) => variant)].flatMap(([, own]) => {
    const tuned = tunedArm(report.data, own);
    const order = (arm: string) => (arm === '' ? 0 : arm === tuned ? 1 : 2);
    const arms = [...Map.groupBy(own, ({ arm }) => arm)].toSorted(
      ([a], [b]) => order(a) - order(b),
    );
    return arms.flatMap(([arm, all]) => {
      const shown = HEADLINE.flatMap((id) => all.find(({ metric }) => metric.id === id) ?? []);
      const [first] = shown;
      if (first === undefined || shown.every(({ state }) => state === 'not-run')) return [];
      const beside = tuned === null ? null : arm === '' ? 'own' : arm === tuned ? 'tuned' : null;
      const limit = limitIn(shown);
      return [{ header: headerCell(report, first, { beside, limit }), shown, limit }];
    });
  });
  const messages = figures.filter(({ metric }) => metric.id === MESSAGES);
  const ran = messages.filter((figure) => figure.n > 0);
  const rounds = rangeText(
    ran.map((figure) => figure.rounds),
    'round',
  );
  const counts = rangeText(
    ran.map((figure) => figure.n),
    'message',
  );
  const size = ran.length === 0 ? '' : `, ${rounds}, ${counts} a row`;
  // The sentences above say what the network is.
  const group = `${capital(networkText(network))}, ${besideText(scenario)}${size}`;
  const rankedFirst = rows.toSorted((a, b) => Number(a.limit !== '') - Number(b.limit !== ''));
  return rankedFirst.map(({ header, shown, limit }) => ({
    group,
    cells: [
      header,
      ...shown.map((figure) => {
        const isUnanswered = figure.metric.id === MESSAGES && figure.failed > 0;
        const remark = isUnanswered ? `${figure.failed} of ${figure.n} unanswered` : '';
        return figureCell(figure, report, { remark, limited: limit === '' });
      }),
    ],
  }));
}

/** How the browser limits a row; '' where it does not. */
function limitIn(shown: readonly Figure[]): string {
  const held = shown.find(({ browserLimit }) => browserLimit !== undefined);
  return held === undefined ? '' : limitText(held);
}

/** A default beside settings that change it: so that it is not read as a property of the protocol. */
function headerCell(
  { data }: Report,
  figure: Figure,
  { beside, limit }: { readonly beside: 'own' | 'tuned' | null; readonly limit: string },
): TableCell {
  const lines = [runtimeText(data, figure.variant), limit];
  if (beside !== 'tuned') {
    const own = beside === 'own' ? ownTitle(data) : '';
    return { text: [headerOf(figure)], lines: linesOf([...lines, own]) };
  }
  const settings = armSettings(data, figure).map((setting) => settingsText([setting]));
  return {
    text: [`${headerOf({ ...figure, arm: '' })}, ${TUNED}`],
    lines: linesOf([...lines, ...settings]),
  };
}
