import type { Metric, Unit } from '@holbench/scenarios/metric';
import { type Bounds, shown, valueOf } from '@holbench/stats/round-number';
import type { Figure } from '../figures/figure.ts';
import { formatAsGiven, formatNumber, formatShare } from './format.ts';

/** A unit as it is printed after a number or in a heading; a ratio has its sign before it. */
export function unitText(unit: Unit): string {
  const others: Partial<Record<Unit, string>> = { x: '×', share: '%', count: '' };
  return others[unit] ?? unit;
}

/** `alone p50 (ms)`, `batch of 10 (ms)`, `load rate (1/s)`, `connections`. */
export function columnText({ title, unit }: Metric, series = ''): string {
  const named = title.includes('…') ? title.replace('…', series) : `${title} ${series}`;
  const name = series === '' ? title : named;
  // A share is printed with its sign in each cell.
  return unit === 'count' || unit === 'share' ? name : `${name} (${unitText(unit)})`;
}

/** A number in the unit's own way, without the unit: `1,660`, `99.5 %`. */
export function numberText(value: number, unit: Unit): string {
  if (unit === 'share') return formatShare(value, 1);
  // Of a ratio of less than a hundredth two digits, never 0.
  if (unit === 'x' && value > 0 && value < 0.01) return value.toPrecision(2);
  return unit === 'count' && Number.isInteger(value) ? formatAsGiven(value) : formatNumber(value);
}

/** The value as printed: `1,660`, `≥ 11,376`; or why there is none: `not run`, `invalid`. */
export function valueText(figure: Figure): string {
  const { state, value, bound, metric, why, n, cells } = figure;
  if (value !== null) return `${bound} ${numberText(value, metric.unit)}`.trim();
  // Cells without this number, such as of a scenario that has no proxy.
  if (state === 'not-run') return cells.length === 0 ? 'not run' : '–';
  // Why its operations have no such number; what is wrong with its cells stands with these.
  return state === 'too-small' || (state === 'failed' && n > 0 && why !== '') ? why : state;
}

/** `557.5`, `≥ 20,000`: the number of one round. */
export function pointText(point: Bounds, unit: Unit): string {
  const { value, bound } = shown(point);
  return `${bound} ${numberText(value ?? NaN, unit)}`.trim();
}

/**
 * The rounds of a figure without an interval, in ascending order: `93.1 · 94.0 · ≥ 20,000`; '' for one
 * round.
 */
export function pointsText({ points, metric }: Pick<Figure, 'points' | 'metric'>): string {
  if (points.length < 2) return '';
  const ascending = points.toSorted((a, b) => valueOf(a) - valueOf(b));
  return ascending.map((point) => pointText(point, metric.unit)).join(' · ');
}

/** What stands below a value: its interval; without one, its rounds. */
export function spreadText(figure: Figure): string {
  return intervalText(figure) || pointsText(figure);
}

/** `96.9 %`: the level of an interval. */
export function levelText(level: number): string {
  return `${formatAsGiven(Math.round(1_000 * level) / 10)} %`;
}

type Ends = Pick<Figure, 'low' | 'high'> & { readonly metric: Pick<Metric, 'unit'> };

/** `107.5–118.8`; `1,560 or more`, or `or less`, where it has no end; '' without an interval, or without both ends. */
export function intervalText(figure: Ends): string {
  const { low, high } = figure;
  if (low === null || high === null || (low === -Infinity && high === Infinity)) return '';
  const { unit } = figure.metric;
  if (!Number.isFinite(high)) return `${numberText(low, unit)} or more`;
  if (!Number.isFinite(low)) return `${numberText(high, unit)} or less`;
  // A range with a negative end must not look like a difference.
  const dash = low < 0 || high < 0 ? ' to ' : '–';
  return `${numberText(low, unit)}${dash}${numberText(high, unit)}`;
}

/** `1,660 ms`, `≥ 16.4 ×`, `95 %`. */
export function withUnit(figure: Figure): string {
  const { unit } = figure.metric;
  if (figure.value === null || unit === 'share' || unit === 'count') return valueText(figure);
  return `${valueText(figure)} ${unitText(unit)}`;
}

/** `× 1.24`. */
export function ratioText(ratio: number): string {
  return `× ${numberText(ratio, 'x')}`;
}

/** Under a figure that ranks nobody. */
export function limitText({ browserLimit }: Pick<Figure, 'browserLimit'>): string {
  return browserLimit === undefined ? 'client-limited' : `limited by the browser: ${browserLimit}`;
}
