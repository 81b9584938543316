import type { RunNetwork } from '@holbench/results/run-network';
import * as Plot from '@observablehq/plot';
import { formatNumber } from '../model/format.ts';
import { CENSORED } from '../model/latencies.ts';
import { draw, FONT_PX } from './draw.ts';
import { type Head, headMarks } from './heads.ts';
import { type HolbPhase, type HolbVariant, PHASES, type Probes } from './holb-data.ts';
import { holbKey, phaseMark } from './holb-key.ts';
import { logAxisX } from './log-axis.ts';
import { BAD, colourOf, INK, MUTED, WIDTH } from './theme.ts';

const LEFT = 52;
const RIGHT = 104;
const HEAD = 18;
const ROW = 15;
const GAP = 5;
const COLUMN_HEADS = 15;
/** Axis, its label, and how to read the lines. */
const BOTTOM = 52;

const READING = 'mark: median · thick: 95 % interval · thin: to p95';

interface Row extends HolbPhase {
  readonly y: number;
  readonly colour: string;
}

export interface HolbPicture {
  readonly title: string;
  readonly alt: string;
  readonly network: RunNetwork;
  readonly scenario: Probes['scenario'];
  /** In ms. */
  readonly domain: readonly [number, number];
}

/** Variants and arms below each other, each with a row per phase. */
export function drawHolb(
  variants: readonly HolbVariant[],
  { network, scenario, domain, ...texts }: HolbPicture,
): string {
  const key = holbKey(network, scenario, LEFT);
  const top = key.height + COLUMN_HEADS;
  const heads: Head[] = [];
  const rows: Row[] = [];
  let y = top;
  for (const { phases, ...head } of variants) {
    heads.push({ ...head, y: y + HEAD / 2 });
    y += HEAD;
    for (const phase of phases) {
      rows.push({ ...phase, y: y + ROW / 2, colour: colourOf(head.variant.id) });
      y += ROW;
    }
    y += GAP;
  }
  const height = y + BOTTOM;
  const edge = domain[1];
  const inside = (ms: number) => Math.min(ms, edge);
  const reaches = rows.filter((row) => lastMs(row) >= CENSORED);
  const drawn = rows.flatMap((row) =>
    row.medianMs === null ? [] : [{ ...row, medianMs: row.medianMs }],
  );
  const column = (x: number, text: (row: Row) => string, fill: string) =>
    Plot.text(rows, {
      y: 'y',
      text,
      fill,
      frameAnchor: 'right',
      textAnchor: 'end',
      dx: x,
      fontSize: FONT_PX,
    });
  const note = (text: string, dx: number) =>
    Plot.text([text], { frameAnchor: 'top-right', textAnchor: 'end', dx, dy: -14, fill: MUTED });
  const options: Plot.PlotOptions = {
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginTop: top,
    marginBottom: BOTTOM,
    x: { type: 'log', domain },
    // In pixels: rows and headings are placed by hand.
    y: { type: 'linear', domain: [0, height], range: [0, height], axis: null },
    marks: [
      ...logAxisX(domain, { label: 'ms, logarithmic' }),
      // From the median to p95, with a tick at its end; an arrow where it has none.
      Plot.ruleY(rows, {
        y: 'y',
        x1: firstMs,
        x2: (row: Row) => inside(lastMs(row)),
        stroke: 'colour',
      }),
      Plot.ruleX(
        rows.filter(({ p95Ms }) => p95Ms !== null && p95Ms < CENSORED),
        {
          x: 'p95Ms',
          y1: ({ y: middle }: Row) => middle - 4,
          y2: ({ y: middle }: Row) => middle + 4,
          stroke: 'colour',
          strokeWidth: 2,
        },
      ),
      Plot.text(reaches, { x: () => edge, y: 'y', text: () => '▶', fill: 'colour' }),
      Plot.ruleY(drawn, {
        y: 'y',
        x1: ({ interval, medianMs }: Row) => interval?.low ?? medianMs,
        x2: ({ interval, medianMs }: Row) => inside(interval?.high ?? medianMs ?? edge),
        stroke: 'colour',
        strokeWidth: 6,
        strokeOpacity: 0.4,
      }),
      ...PHASES.map((phase) =>
        phaseMark(
          phase,
          drawn.filter((row) => row.phase === phase),
          { x: 'medianMs' },
        ),
      ),
      Plot.text(rows, {
        y: 'y',
        text: 'phase',
        frameAnchor: 'left',
        textAnchor: 'end',
        dx: -6,
        fill: MUTED,
      }),
      ...headMarks(heads, { left: LEFT }),
      column(48, ({ medianMs }) => (medianMs === null ? 'none' : formatNumber(medianMs)), INK),
      column(RIGHT - 2, (row) => (row.unanswered === 0 ? '0' : ''), MUTED),
      column(
        RIGHT - 2,
        ({ unanswered, sent }) => (unanswered === 0 ? '' : `✕ ${shortShare(unanswered, sent)}`),
        BAD,
      ),
      Plot.text([READING], {
        frameAnchor: 'bottom',
        dy: BOTTOM - 8,
        dx: (RIGHT - LEFT) / 2,
        fill: MUTED,
      }),
      note('median', 48),
      note('unansw.', RIGHT - 2),
      ...key.marks,
    ],
  };
  return draw(texts, height, [{ x: 0, y: 0, width: WIDTH, height, options }]);
}

/** Where the thin line ends, `CENSORED` where it does not. */
function lastMs({ medianMs, interval, p95Ms }: HolbPhase): number {
  return Math.max(p95Ms ?? 0, interval?.high ?? 0, medianMs ?? CENSORED);
}

/** Where it begins. */
function firstMs({ medianMs, interval }: HolbPhase): number | null {
  return medianMs ?? interval?.low ?? null;
}

/** Whole per cent, never rounded to none or all. */
function shortShare(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  if (percent === 0) return '< 1 %';
  return percent === 100 && part < whole ? '> 99 %' : `${percent} %`;
}
