import { USUAL_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import type { Unit } from '@holbench/scenarios/metric';
import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import type { Inline } from '../document/block.ts';
import { unitText } from '../document/figure-text.ts';
import { decideDelay } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { figurePart } from '../verdicts/sentences.ts';

/** In which the times of a table are printed that are measured in ms. */
export type TimeUnit = 's' | 'ms';

/** One unit for a table: seconds where one of its times has one. */
export function unitOf(figures: readonly (Figure | null)[]): TimeUnit {
  return figures.some(
    (figure) => figure?.metric.unit === 'ms' && Math.abs(figure.value ?? 0) >= 1_000,
  )
    ? 's'
    : 'ms';
}

/** How the numbers of a unit are printed: `divisor` of them are one of `text`. */
interface Scale {
  readonly text: string;
  readonly divisor: number;
  /** The most. */
  readonly decimals: number;
}

const TIMES: Readonly<Record<TimeUnit, Scale>> = {
  s: { text: 's', divisor: 1_000, decimals: 3 },
  ms: { text: 'ms', divisor: 1, decimals: 1 },
};
const SHARE: Scale = { text: '%', divisor: 0.01, decimals: 1 };
const WORDS: Partial<Record<Unit, string>> = { '1/s': 'per s', RTT: 'round trips' };

function scaleOf({ metric: { unit } }: Pick<Figure, 'metric'>, time: TimeUnit): Scale {
  if (unit === 'ms') return TIMES[time];
  if (unit === 'share') return SHARE;
  return { text: WORDS[unit] ?? unitText(unit), divisor: 1, decimals: 2 };
}

/** A figure known to 10 % has three digits, any other two. */
const PRECISE = 0.1;
const FEW_DIGITS = 2;

/** A time, and its interval; '' without one. */
export interface Amount {
  readonly value: string;
  readonly interval: string;
}

/** `0.93 s` and `0.45–2.2`: with as many digits as the interval supports. */
export function amountOf(figure: Figure | null, unit: TimeUnit): Amount {
  const value = plainAmount(figure, unit);
  const none = { value, interval: '' };
  if (figure === null || figure.value === null || figure.bound === '≥') return none;
  const { low, high } = figure;
  if (low === null || high === null || (low === -Infinity && high === Infinity)) return none;
  const end = (number: number): string => numberIn(number, scaleOf(figure, unit), digitsOf(figure));
  if (high === Infinity) return { value, interval: `${end(low)} or more` };
  if (low === -Infinity) return { value, interval: `${end(high)} or less` };
  // A range with a negative end must not look like a difference.
  return { value, interval: `${end(low)}${low < 0 ? ' to ' : '–'}${end(high)}` };
}

/** `0.93 s (0.45–2.2)`. */
export function inLine({ value, interval }: Amount): string {
  return interval === '' ? value : `${value} (${interval})`;
}

export function plainAmount(figure: Figure | null, unit: TimeUnit): string {
  if (figure === null) return '–';
  const { value, bound, state, cells } = figure;
  if (value === null) return cells.length === 0 ? 'not measured' : (WITHOUT[state] ?? state);
  if (isUnanswered(figure)) return `no answer within ${USUAL_DEADLINE_MS / 1_000} s`;
  const scale = scaleOf(figure, unit);
  const digits = bound === '≥' ? FEW_DIGITS : digitsOf(figure);
  return `${bound === '≥' ? 'at least ' : ''}${numberIn(value, scale, digits)} ${scale.text}`;
}

const WITHOUT: Partial<Record<Figure['state'], string>> = {
  'too-small': 'too few',
  'not-run': '–',
};

/** A number alone: what a column is compared with needs no interval. */
export function plainColumn(figure: Figure | null, unit: TimeUnit): Amount {
  return { value: plainAmount(figure, unit), interval: '' };
}

/** A number in a sentence, which leads to its cell. */
export function time(figure: Figure, unit: TimeUnit): Inline {
  return figurePart(figure, plainAmount(figure, unit));
}

function digitsOf({ value, low, high }: Figure): number {
  const half = low === null || high === null ? Infinity : (high - low) / 2;
  return half <= PRECISE * Math.abs(value ?? 0) ? 3 : FEW_DIGITS;
}

/** Of what is added: that it is nothing, too. */
export function addedOf(figure: Figure | null, unit: TimeUnit): Amount {
  // Nobody knows what is added to a message without an answer.
  if (figure !== null && isUnanswered(figure)) return { value: '–', interval: '' };
  const isNone = figure !== null && figure.bound === '' && decideDelay(figure) === 'equivalent';
  if (!isNone) return amountOf(figure, unit);
  const tolerance = timeText(delayToleranceMs(figure.points), unit, 1);
  return { value: 'none', interval: `± ${tolerance} ${unit}` };
}

/** A message is given up after its deadline: half of them or more had no answer by then. */
export function isUnanswered({
  value,
  bound,
  metric,
}: Pick<Figure, 'value' | 'bound' | 'metric'>): boolean {
  return bound === '≥' && metric.unit === 'ms' && (value ?? 0) >= 0.9 * USUAL_DEADLINE_MS;
}

/** `1.7`, `0.11`, `0.020`, `112`. */
export function timeText(ms: number, unit: TimeUnit, digits: number): string {
  return numberIn(ms, TIMES[unit], digits);
}

function numberIn(number: number, { divisor, decimals: most }: Scale, digits: number): string {
  const rounded = Number((number / divisor).toPrecision(digits));
  // Never 0.0001 s, nor 1e+3.
  const decimals =
    rounded === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded))));
  const fixed = Math.min(decimals, most);
  const text = rounded.toLocaleString('en-US', {
    minimumFractionDigits: fixed,
    maximumFractionDigits: fixed,
  });
  // What rounds to nothing has no sign.
  return text.replace(/^-(?=0\.?0*$)/, '');
}
