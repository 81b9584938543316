import * as Plot from '@observablehq/plot';
import { LINE, MUTED } from './theme.ts';

/** A domain that holds all values, with some air; null without values. */
export function logDomain(values: readonly number[]): [number, number] | null {
  const shown = values.filter((value) => value > 0);
  if (shown.length === 0) return null;
  return [Math.min(...shown) / 1.2, Math.max(...shown) * 1.2];
}

const NARROW = [
  1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7,
  7.5, 8, 8.5, 9, 9.5,
];

/** Round values for the ticks of a logarithmic axis, not more than `most`. */
export function logTicks([low, high]: readonly [number, number], most = 6): number[] {
  const decades = Array.from({ length: 13 }, (_, index) => 10 ** (index - 4));
  const fits = (steps: readonly number[]) =>
    decades
      .flatMap((decade) => steps.map((step) => Number((decade * step).toPrecision(2))))
      .filter((tick) => tick >= low && tick <= high);
  // The finest that are few enough; of many decades every other.
  const finest = [fits([1, 1.5, 2, 3, 4, 5, 7]), fits([1, 2, 5]), fits([1, 3]), fits([1])];
  const found = finest.find((ticks) => ticks.length <= most);
  // Less than a decade may hold none of those, or one.
  if (found && found.length < 2) {
    const narrow = fits(NARROW);
    return narrow.filter((_, i) => i % Math.ceil(narrow.length / most) === 0);
  }
  return found ?? fits([1]).filter((_, i) => i % 2 === 0);
}

/** `0.5`, `20`, `1k`: short enough for a phone. */
export function tickText(value: number): string {
  return value >= 1_000 ? `${value / 1_000}k` : String(value);
}

/** Grid and labels of a horizontal logarithmic axis, its unit below them. */
export function logAxisX(
  domain: readonly [number, number],
  { most = 6, label = null }: { readonly most?: number; readonly label?: string | null } = {},
): Plot.Markish[] {
  return axisX(logTicks(domain, most), label);
}

/** The same of a vertical one, without a label. */
export function logAxisY(domain: readonly [number, number], most = 5): Plot.Markish[] {
  return axisY(logTicks(domain, most));
}

// Plot's own axes leave labels of logarithmic scales out as they see fit.
export function axisX(ticks: readonly number[], label: string | null = null): Plot.Markish[] {
  return [
    Plot.axisX([], { label: null }),
    Plot.gridX(ticks, { stroke: LINE, strokeOpacity: 1 }),
    Plot.text(ticks, {
      x: (tick: number) => tick,
      text: tickText,
      frameAnchor: 'bottom',
      dy: 12,
      fill: MUTED,
    }),
    ...(label === null ? [] : [Plot.text([label], { frameAnchor: 'bottom', dy: 27, fill: MUTED })]),
  ];
}

export function axisY(ticks: readonly number[]): Plot.Markish[] {
  return [
    Plot.axisY([], { label: null }),
    Plot.gridY(ticks, { stroke: LINE, strokeOpacity: 1 }),
    Plot.text(ticks, {
      y: (tick: number) => tick,
      text: tickText,
      frameAnchor: 'left',
      textAnchor: 'end',
      dx: -5,
      fill: MUTED,
    }),
  ];
}
