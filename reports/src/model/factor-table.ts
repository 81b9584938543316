import { PROBE_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { holbDelay } from '@holbench/stats/paired-rounds';
import type { FinishedCell } from '@holbench/results/run-reader';
import { multipleText } from './beside-best.ts';
import { missingFigure, NOT_RUN, overRounds, plainFigure } from './figure.ts';
import { holbFigures, pairedFigure } from './holb-figures.ts';
import { bulkGoodputs, pairedRounds } from './holb-rounds.ts';
import { type OfRound, ofRounds, pairedByRound, pairedRatios } from './paired-ratio.ts';
import { probeMs } from './probe-ms.ts';
import type { Selected } from './report-data.ts';
import type { Figure, Row, Table } from './table.ts';

const COLUMNS = [
  'self p50 (ms)',
  'self ÷ baseline',
  'HOLB delay (ms)',
  'delay − baseline (ms)',
  'bulk self (Mbit/s)',
  'goodput ÷ baseline',
  'rounds',
] as const;

/** One row: a variant with one combination of the factors. */
export interface FactorRow {
  readonly header: string;
  readonly selected: Selected;
  /** What it is compared with; null for the baseline itself. */
  readonly baseline: Selected | null;
}

interface FactorText {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** What a round of a row shares with that of its baseline. */
  readonly shared: string;
}

/** What a factor does to small messages and to the bulk beside them, in 4f or 4g. */
export function factorTable(
  { id, title, note, shared }: FactorText,
  rows: readonly FactorRow[],
): Table {
  return {
    id,
    title,
    rowHeader: 'Server, Factors',
    columns: COLUMNS,
    rows: rows.map(factorRow),
    notComparable: [],
    notes: [
      note,
      `Of loads of a text. ÷ and −: of each round that both have, which share ${shared}; their median, with its interval over rounds. HOLB delays are subtracted, as one of 0 ms has no multiple. An unanswered message counts at the ${PROBE_DEADLINE_MS / 1_000} s that it was waited for: what is compared with it, or is it, is then a bound.`,
    ],
  };
}

function factorRow({ header, selected, baseline }: FactorRow): Row {
  if (selected.state !== 'ok') {
    return { header, figures: COLUMNS.map(() => missingFigure(selected)) };
  }
  const { rounds } = selected;
  const cell = rounds[0]?.cell.cell ?? null;
  const { self, delay } = holbFigures(rounds, 'load');
  const base = baseline?.state === 'ok' ? baseline.rounds : [];
  const against = (
    value: (round: FinishedCell) => number | null,
    compare: (a: readonly OfRound[], b: readonly OfRound[]) => number[],
  ): Figure => {
    const values = compare(ofRounds(rounds, value), ofRounds(base, value));
    if (values.length === 0) {
      const remark = baseline === null || base.length > 0 ? '' : 'no baseline';
      return { ...NOT_RUN, text: baseline === null ? 'baseline' : '–', remark, cell };
    }
    return overRounds(values, cell);
  };
  const multiple = (value: (round: FinishedCell) => number | null): Figure => {
    const figure = against(value, pairedRatios);
    return figure.value === null ? figure : { ...figure, text: multipleText(figure.value) };
  };
  return {
    header,
    figures: [
      self,
      multiple((round) => probeMs(round, 'self', 'p50')),
      pairedFigure(delay, cell),
      against(delayMs, differences),
      goodput(rounds, cell),
      multiple(goodputMbps),
      plainFigure(rounds.length, cell),
    ],
  };
}

function differences(a: readonly OfRound[], b: readonly OfRound[]): number[] {
  return pairedByRound(a, b).map(([one, other]) => one.value - other.value);
}

function delayMs(round: FinishedCell): number | null {
  const paired = pairedRounds([round], { loaded: 'self', base: 'foreign' }, 'load');
  return holbDelay(paired)?.value ?? null;
}

function goodputMbps(round: FinishedCell): number | null {
  return bulkGoodputs([round], 'self')[0] ?? null;
}

function goodput(rounds: readonly FinishedCell[], cell: string | null): Figure {
  const values = bulkGoodputs(rounds, 'self');
  if (values.length === 0) return { ...NOT_RUN, text: '–', cell };
  return overRounds(values, cell);
}
