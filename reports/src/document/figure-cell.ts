import type { Compared } from '../compare/compared.ts';
import { CAUTION_MARK, cautionedText } from '../figures/cautions.ts';
import { isEnough } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { unitOf } from '../figures/pairs.ts';
import type { FigureState } from '../figures/estimate.ts';
import type { Report } from '../report.ts';
import { linesOf, type Sentence, type Style, type TableCell } from './block.ts';
import { limitText, pointText, ratioText, spreadText, valueText } from './figure-text.ts';

const STYLES: Partial<Record<FigureState, Style>> = {
  'too-small': 'small',
  'not-run': 'missing',
  unsupported: 'missing',
  failed: 'bad',
  invalid: 'bad',
};

/** What of a figure a table shows besides its value. */
export interface CellOptions {
  readonly interval?: boolean;
  /** Its ratio to the best of its metric. */
  readonly ratio?: boolean;
  readonly remark?: string;
  /** False: its row says whether the client was the limiting party. */
  readonly limited?: boolean;
}

/** A figure in a table: its value, which leads to its first cell, and below it what qualifies it. */
export function figureCell(
  figure: Figure,
  { comparison }: Pick<Report, 'comparison'>,
  { interval = true, ratio = false, remark = '', limited = true }: CellOptions = {},
): TableCell {
  const { value, state, why, metric, points, ranked, cells } = figure;
  const compared = comparison?.find(figure) ?? null;
  const texts = [
    interval ? spreadText(figure) : '',
    // Where no difference can be shown a multiple would say that there is one.
    ratio && isEnough(figure) ? ratioLine(figure) : '',
    remark,
    value === null ? '' : why,
    limited && state === 'ok' && !ranked ? limitText(figure) : '',
    cautionLine(figure),
  ];
  const lines = linesOf(texts);
  const rounds = points.map((point) => pointText(point, metric.unit));
  return {
    text: [{ text: valueText(figure), cell: cells[0], style: STYLES[state] }],
    value,
    lines: compared === null ? lines : [...lines, comparedLine(compared)],
    ...(rounds.length > 1 ? { title: `${unitOf(points)}s: ${rounds.join('; ')}` } : {}),
    figure,
  };
}

function cautionLine(figure: Figure): string {
  const rounds = cautionedText(figure);
  return rounds === '' ? '' : `${CAUTION_MARK} ${rounds}`;
}

function ratioLine({ ratio, metric }: Figure): string {
  if (ratio === null) return '';
  return ratio === 1 ? (metric.better === 'lower' ? 'lowest' : 'highest') : ratioText(ratio);
}

/** `▲ other run: 93.4 (× 1.02)`: the ratio is this run's ÷ the other's. */
export function comparedLine(compared: Compared): Sentence {
  const { outcome, there } = compared;
  const mark = outcome === 'higher' ? '▲ ' : outcome === 'lower' ? '▼ ' : '';
  const ratio = comparedRatio(compared);
  return [`${mark}other run: ${valueText(there)}${ratio === '' ? '' : ` (${ratio})`}`];
}

/** Nothing where the two are the same; of a lower bound it is a bound as well. */
export function comparedRatio({ outcome, ratio, here, there }: Compared): string {
  if (outcome === 'not comparable') return outcome;
  if (ratio === null || ratio === 1) return '';
  return `${here.bound === '≥' ? '≥ ' : there.bound === '≥' ? '≤ ' : ''}${ratioText(ratio)}`;
}
