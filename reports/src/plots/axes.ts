import { sortSamples } from '@holbench/stats/sorted-samples';
import * as Plot from '@observablehq/plot';
import type { Panel } from './draw.ts';
import { LINE, MUTED } from './theme.ts';

/** A logarithmic domain that holds all values, with some air; null without values. */
export function logDomain(values: readonly (number | null)[]): [number, number] | null {
  const shown = values.flatMap((value) => value ?? []);
  const sorted = sortSamples(shown.filter((value) => value > 0 && value < Infinity));
  return sorted === null ? null : [sorted[0] / 1.2, (sorted.at(-1) ?? sorted[0]) * 1.2];
}

const NARROW = [
  1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7,
  7.5, 8, 8.5, 9, 9.5,
];

/** Round values for the ticks of a logarithmic axis: at most `most`, with room for their numbers. */
export function logTicks([low, high]: readonly [number, number], most = 6): number[] {
  const decades = Array.from({ length: 13 }, (_, index) => 10 ** (index - 4));
  const fits = (steps: readonly number[]) =>
    decades
      .flatMap((decade) => steps.map((step) => Number((decade * step).toPrecision(2))))
      .filter((tick) => tick >= low && tick <= high);
  // The finest that are few and far enough; of many decades every other.
  const finest = [fits([1, 1.5, 2, 3, 4, 5, 7]), fits([1, 2, 5]), fits([1, 3]), fits([1])];
  const gap = Math.log(high / low) / (most + 2);
  const isWide = (ticks: readonly number[]) =>
    ticks.every((tick, i) => i === 0 || Math.log(tick / (ticks[i - 1] ?? tick)) >= gap);
  const found = finest.find((ticks) => ticks.length <= most && isWide(ticks));
  // Less than a decade may hold none of those, or one.
  if (found && found.length < 2) {
    const narrow = fits(NARROW);
    return narrow.filter((_, i) => i % Math.ceil(narrow.length / most) === 0);
  }
  return found ?? fits([1]).filter((_, i) => i % 2 === 0);
}

const LINES = { stroke: LINE, strokeOpacity: 1 };
// Plot's own numbers of logarithmic scales leave some out.
const NUMBERS = { fill: MUTED, tickSize: 0, tickPadding: 5, text: tickText } as const;

/** Grid and numbers of the horizontal axis, its label below. `ticks`: their number, or which. */
export function axisX(ticks: number | readonly number[], label: string): Plot.Markish[] {
  const centred = { label, labelAnchor: 'center', labelArrow: 'none' } as const;
  return [Plot.gridX({ ...LINES, ticks }), Plot.axisX({ ...NUMBERS, ...centred, ticks })];
}

/** The same of the vertical axis, without a label. */
export function axisY(ticks: number | readonly number[]): Plot.Markish[] {
  return [Plot.gridY({ ...LINES, ticks }), Plot.axisY({ ...NUMBERS, label: null, ticks })];
}

/** `0.5`, `20`, `1k`: short enough for a phone. */
function tickText(value: number): string {
  return value >= 1_000 ? `${value / 1_000}k` : String(value);
}

/** In pixels, of panels on one axis. */
export const MARGIN_LEFT = 38;

/** One of several with the same horizontal axis: it has their margins. */
export type PanelOnAxis = Omit<Panel, 'marginLeft'>;

interface SharedAxis {
  readonly domain: readonly number[];
  readonly type?: 'log';
  readonly ticks?: number | readonly number[];
  readonly label: string;
  /** Default: room for numbers. */
  readonly marginLeft?: number;
}

/** Panels with the same horizontal axis, whose numbers and label are below the last. */
export function onOneAxis(
  { ticks = 6, label, marginLeft = MARGIN_LEFT, ...scale }: SharedAxis,
  panels: readonly PanelOnAxis[],
): Panel[] {
  const shared = { marginLeft, marginRight: 10, x: { axis: null, ...scale } };
  return panels.map((panel, index) => {
    const isLast = index === panels.length - 1;
    const axis = isLast ? axisX(ticks, label) : [Plot.gridX({ ...LINES, ticks })];
    const marginBottom = isLast ? 34 : 10;
    const height = panel.height + marginBottom;
    return { ...shared, ...panel, marginBottom, height, marks: [...axis, ...(panel.marks ?? [])] };
  });
}
