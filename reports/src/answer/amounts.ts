import { PROBE_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { decideDelay } from '../figures/decisions.ts';
import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import type { Figure } from '../figures/figure.ts';

/** In which the waits of a table are printed. */
export type TimeUnit = 's' | 'ms';

/** One unit for a table: seconds where one of its waits has one. */
export function unitOf(figures: readonly (Figure | null)[]): TimeUnit {
  return figures.some((figure) => Math.abs(figure?.value ?? 0) >= 1_000) ? 's' : 'ms';
}

/** A figure known to 10 % has three digits, any other two. */
const PRECISE = 0.1;

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
  const end = (ms: number): string => timeText(ms, unit, digitsOf(figure));
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
  if (value === null) return cells.length === 0 ? 'not measured' : state;
  if (bound === '≥') return boundText(value, unit);
  return `${timeText(value, unit, digitsOf(figure))} ${unit}`;
}

function digitsOf({ value, low, high }: Figure): number {
  const half = low === null || high === null ? Infinity : (high - low) / 2;
  return half <= PRECISE * Math.abs(value ?? 0) ? 3 : 2;
}

/** Of what is added: that it is nothing, too. */
export function addedOf(figure: Figure | null, unit: TimeUnit): Amount {
  const isNone = figure !== null && figure.bound === '' && decideDelay(figure) === 'equivalent';
  if (!isNone) return amountOf(figure, unit);
  const tolerance = timeText(delayToleranceMs(figure.points), unit, 1);
  return { value: 'none', interval: `± ${tolerance} ${unit}` };
}

/** A message is given up after its deadline: half of them or more had no answer by then. */
export function isUnanswered({ value, bound }: Pick<Figure, 'value' | 'bound'>): boolean {
  return bound === '≥' && (value ?? 0) >= 0.9 * PROBE_DEADLINE_MS;
}

function boundText(value: number, unit: TimeUnit): string {
  return isUnanswered({ value, bound: '≥' })
    ? `no answer within ${PROBE_DEADLINE_MS / 1_000} s`
    : `at least ${timeText(value, unit, 2)} ${unit}`;
}

/** `1.7`, `0.11`, `0.020`, `112`. */
export function timeText(ms: number, unit: TimeUnit, digits: number): string {
  const value = unit === 's' ? ms / 1_000 : ms;
  const rounded = Number(value.toPrecision(digits));
  // Never 0.0001 s, nor 1e+3.
  const decimals =
    rounded === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded))));
  return rounded.toFixed(Math.min(decimals, unit === 's' ? 3 : 1));
}
