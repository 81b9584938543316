import * as Plot from '@observablehq/plot';
import { formatAsGiven } from '../document/format.ts';
import { axisX } from './axes.ts';
import { nameMarks, type Named, type Panel } from './draw.ts';
import { type Key, legendHeight, legendMarks } from './legend.ts';
import { ON_PART } from './part-looks.ts';
import { BAD, INK, LINE, MUTED, PAPER } from './theme.ts';

/** Parts that add up, one after the other. */
export interface Bar {
  /** Left of it; '' where its group has one bar. */
  readonly label: string;
  /** In the unit of the axis. */
  readonly parts: readonly { readonly key: Key; readonly size: number }[];
  /** Right of it: their sum. */
  readonly value: string;
  /** Of the sum. */
  readonly interval?: readonly [low: number, high: number] | undefined;
  /** What the sum is an average of. */
  readonly points?: readonly number[];
  /** Instead of parts. */
  readonly words?: string;
}

/** Bars below a name. */
export interface BarGroup {
  readonly head: Named;
  readonly bars: readonly Bar[];
}

/** `In ms: A1 node-ws: middle 1,393 (send buffer 1,100, empty link 50.3); tail …`, without what is not seen. */
export function barsText(groups: readonly BarGroup[], unit: string): string {
  const rounded = (size: number) => formatAsGiven(Number(size.toPrecision(3)));
  const texts = groups.map(({ head, bars }) => {
    const each = bars.map(({ label, value, parts, interval, words }) => {
      const sizes = parts
        .filter(({ size }) => size > LEAST_SEEN * sumOf(parts))
        .map(({ key, size }) => `${key.name} ${rounded(size)}`);
      const range = interval === undefined ? [] : [interval.map(rounded).join('–')];
      return `${label} ${words ?? `${value} (${[...range, ...sizes].join(', ')})`}`.trim();
    });
    return `${head.name}: ${each.join('; ')}`;
  });
  return `In ${unit}: ${texts.join('. ')}.`;
}

function sumOf(parts: Bar['parts']): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

interface Band {
  readonly head?: Named;
  readonly bar?: Bar;
}

/** In pixels. */
const BAND = 16;
const RIGHT = 58;
/** Of the frame: shorter parts have no letters; and what is shorter needs no name. */
const LEAST_SIGNED = 0.06;
const LEAST_SEEN = 0.01;
/** An interval may be longer than the bars by far. */
const MOST_BEYOND = 1.3;

interface BarsLook {
  /** All that there may be, in the order of the legend. */
  readonly keys: readonly Key[];
  readonly columns: number;
  readonly heading?: readonly string[];
  readonly unit: string;
}

export function barsPanel(
  groups: readonly BarGroup[],
  { keys, columns, heading = [], unit }: BarsLook,
): Panel {
  const bands = groups.flatMap(({ head, bars }): Band[] => [
    { head },
    ...bars.map((bar) => ({ bar })),
  ]);
  const heads = bands.flatMap(({ head }, band) => (head ? [{ ...head, band }] : []));
  const bars = bands.flatMap(({ bar }, band) => (bar ? [{ ...bar, band }] : []));
  const intervals = bars.flatMap(({ interval: [low, high] = [0, 0], band }) =>
    low < high ? [{ low, high, band }] : [],
  );
  const points = bars.flatMap(({ points: own = [], band }) => own.map((at) => ({ at, band })));
  const longest = Math.max(Number.MIN_VALUE, ...bars.map((bar) => sumOf(bar.parts)));
  const highest = [...intervals.map(({ high }) => high), ...points.map(({ at }) => at)].filter(
    (high) => high < Infinity,
  );
  const end = Math.min(MOST_BEYOND * longest, Math.max(longest, ...highest));
  const parts = bars.flatMap(({ parts: own, band }) =>
    own.flatMap(({ key, size }) => {
      const isSigned = size >= LEAST_SIGNED * end;
      return size > 0 ? [{ band, size, ...key, sign: isSigned ? (key.sign ?? '') : '' }] : [];
    }),
  );
  const told = keys.filter(({ name }) =>
    parts.some((part) => part.name === name && part.size > LEAST_SEEN * end),
  );
  const top = 3 + 15 * heading.length;
  const marginTop = top + legendHeight(told, columns) + 6;
  const marginLeft = bars.some(({ label }) => label !== '') ? 50 : 6;
  const y = 'band';
  const [left, right] = [
    { y, frameAnchor: 'left' },
    { y, frameAnchor: 'right' },
  ] as const;
  return {
    marginTop,
    marginLeft,
    marginRight: RIGHT,
    marginBottom: 34,
    height: marginTop + bands.length * BAND + 34,
    heading,
    x: { domain: [0, end], clamp: true },
    y: { type: 'band', domain: [...bands.keys()], padding: 0, axis: null },
    marks: [
      ...axisX(4, unit),
      Plot.barX(
        parts,
        Plot.stackX({
          y,
          x: 'size',
          fill: 'fill',
          stroke: MUTED,
          strokeWidth: 0.5,
          insetTop: 1,
          insetBottom: 2,
        }),
      ),
      Plot.text(parts, Plot.stackX({ y, x: 'size', text: 'sign', fill: ON_PART, fontSize: 9 })),
      Plot.ruleX([0], { stroke: LINE }),
      Plot.ruleY(intervals, { y, x1: 'low', x2: 'high', stroke: INK }),
      Plot.dot(points, { y, x: 'at', r: 1.8, fill: PAPER, stroke: INK, strokeWidth: 0.8 }),
      // An interval that goes on.
      Plot.text(
        intervals.filter(({ high }) => high > end),
        { ...right, text: () => '▶', textAnchor: 'start', dx: -2, fill: INK },
      ),
      Plot.text(bars, { ...left, text: 'label', textAnchor: 'end', dx: -4, fill: MUTED }),
      Plot.text(bars, { ...left, text: 'words', textAnchor: 'start', dx: 14, fill: BAD }),
      Plot.text(bars, { ...right, text: 'value', textAnchor: 'end', dx: RIGHT - 2, fill: INK }),
      ...nameMarks(heads, { ...left, dx: 11 - marginLeft }),
      ...legendMarks(told, { columns, top, marginTop, marginLeft }),
    ],
  };
}
