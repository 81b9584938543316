import type { Interval } from '@holbench/stats/bootstrap';
import * as Plot from '@observablehq/plot';
import type { OfArm } from './arms.ts';
import { draw } from './draw.ts';
import { type Head, headMarks } from './heads.ts';
import { axisX, logAxisX, logDomain } from './log-axis.ts';
import { colourOf, INK, LINE, MUTED, PAPER, WIDTH } from './theme.ts';

/** One number of one variant. */
export interface DotRow {
  /** What it is, left of it; '' where a variant has one row, beside its name. */
  readonly label: string;
  readonly value: number;
  /** 95 %; drawn to the edge where it has no end. */
  readonly interval: Interval | null;
  /** The same number of single rounds. */
  readonly singles: readonly number[];
  /** The number as printed. */
  readonly text: string;
  readonly symbol: 'circle' | 'diamond' | 'square';
}

export interface DotGroup extends OfArm {
  readonly rows: readonly DotRow[];
}

export interface DotRows {
  readonly title: string;
  readonly alt: string;
  readonly scale: 'log' | 'linear';
  /** Below the axis. */
  readonly unit: string;
  /** Above the printed numbers. */
  readonly column: string;
  /** Values to compare with, at lines of their own (linear scales). */
  readonly references?: readonly { readonly value: number; readonly label: string }[];
}

const HEAD = 20;
const ROW = 18;
const GAP = 6;
const TOP = 22;
const BOTTOM = 40;

/** Numbers of variants as dots in rows, each printed at its right. */
export function dotRows(groups: readonly DotGroup[], what: DotRows): string {
  const isInline = groups.every(({ rows }) => rows.every(({ label }) => label === ''));
  const left = isInline ? 118 : 96;
  const right = 62;
  const references = what.references ?? [];
  const top = TOP + (references.length > 0 ? 12 : 0);
  const rows: (DotRow & { readonly y: number; readonly colour: string })[] = [];
  const heads: Head[] = [];
  let y = top;
  for (const { rows: own, ...of } of groups) {
    heads.push({ ...of, y: y + (isInline ? ROW : HEAD) / 2 });
    if (!isInline) y += HEAD;
    for (const row of own) {
      rows.push({ ...row, y: y + ROW / 2, colour: colourOf(of.variant.id) });
      y += ROW;
    }
    y += GAP;
  }
  const height = y + BOTTOM;
  const numbers = rows.flatMap(({ value, interval, singles }) => [
    value,
    ...singles,
    ...(interval === null ? [] : [interval.low, interval.high]),
  ]);
  const shown = numbers.filter((value) => value < UNBOUNDED);
  const domain = domainOf(shown, what);
  const singles = rows.flatMap((row) => row.singles.map((value) => ({ ...row, value })));
  return draw(what, height, [
    {
      x: 0,
      y: 0,
      width: WIDTH,
      height,
      options: {
        marginLeft: left,
        marginRight: right,
        marginTop: top,
        marginBottom: BOTTOM,
        x: { type: what.scale, domain },
        // In pixels: rows and headings are placed by hand.
        y: { type: 'linear', domain: [0, height], range: [0, height], axis: null },
        marks: [
          ...(what.scale === 'log'
            ? logAxisX(domain, { label: what.unit })
            : axisX(linearTicks(domain[1]), what.unit)),
          ...references.flatMap(({ value, label }, index) => [
            Plot.ruleX([value], { stroke: MUTED, strokeDasharray: '3,3' }),
            Plot.text([label], {
              x: () => value,
              frameAnchor: 'top',
              // Two that are close: one to the left, the other to the right.
              textAnchor: index === 0 ? 'end' : 'start',
              dx: index === 0 ? 3 : -3,
              dy: -10,
              fill: MUTED,
              fontSize: 10,
            }),
          ]),
          // A guide from the name to the dot.
          Plot.ruleY(rows, { y: 'y', stroke: LINE, strokeDasharray: '1,3' }),
          Plot.ruleY(
            rows.filter(({ interval }) => interval !== null),
            {
              y: 'y',
              x1: ({ interval }: DotRow) => interval?.low,
              x2: ({ interval }: DotRow) => Math.min(interval?.high ?? 0, domain[1]),
              stroke: 'colour',
              strokeWidth: 6,
              strokeOpacity: 0.4,
            },
          ),
          Plot.dot(singles, { x: 'value', y: 'y', r: 2.5, fill: 'colour', fillOpacity: 0.5 }),
          ...(['circle', 'diamond', 'square'] as const).map((symbol) =>
            Plot.dot(
              rows.filter((row) => row.symbol === symbol),
              { x: 'value', y: 'y', r: 4.5, symbol, fill: 'colour', stroke: PAPER },
            ),
          ),
          Plot.text(rows, {
            y: 'y',
            text: 'label',
            frameAnchor: 'left',
            textAnchor: 'end',
            dx: -6,
            fill: MUTED,
          }),
          Plot.text(rows, {
            y: 'y',
            text: 'text',
            frameAnchor: 'right',
            textAnchor: 'end',
            dx: right - 2,
            fill: INK,
          }),
          ...headMarks(heads, { left, fontSize: isInline ? 11 : 12 }),
          Plot.text([what.column], {
            frameAnchor: 'top-right',
            textAnchor: 'end',
            lineAnchor: 'middle',
            dx: right - 2,
            dy: -10,
            fill: MUTED,
          }),
        ],
      },
    },
  ]);
}

/** Intervals that reach failed operations end at `CENSORED`, far beyond. */
const UNBOUNDED = 1e12;

function domainOf(shown: readonly number[], { scale, references }: DotRows): [number, number] {
  if (scale === 'log') return logDomain(shown) ?? [1, 10];
  return [0, 1.08 * Math.max(1, ...shown, ...(references ?? []).map(({ value }) => value))];
}

function linearTicks(last: number): number[] {
  const unit = 10 ** Math.floor(Math.log10(last));
  const step = [0.1, 0.2, 0.5, 1, 2, 5].map((each) => each * unit).find((each) => last / each <= 7);
  return Array.from({ length: Math.floor(last / (step ?? last)) + 1 }, (_, i) =>
    Number((i * (step ?? last)).toPrecision(6)),
  );
}
