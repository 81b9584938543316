import { shown, valueOf } from '@holbench/stats/round-number';
import * as Plot from '@observablehq/plot';
import { CAUTION_MARK } from '../figures/cautions.ts';
import { limitText, unitText, valueText, withUnit } from '../document/figure-text.ts';
import { formatShare } from '../document/format.ts';
import { cautionedText } from '../figures/cautions.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { armText, byPicture, type OfArm } from './arms.ts';
import { axisX, logDomain, logTicks } from './axes.ts';
import { draw, type Named, nameMarks, type Panel } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { INK, LINE, MUTED, PAPER } from './theme.ts';

/** One figure: a mark at its value, its interval, and each of its rounds. */
export interface Row {
  /** What it is, left of it; '' where each variant has one row, beside its name. */
  readonly label: string;
  readonly figure: Figure;
  /** Of the mark, so that it does not differ by colour alone. Default: a circle, which is hollow. */
  readonly symbol?: 'circle' | 'square';
}

/** The rows of a variant and arm, below its name. */
export interface RowGroup extends OfArm {
  readonly rows: readonly Row[];
}

export interface RowPlots extends Pick<Picture, 'network' | 'topic' | 'title' | 'note'> {
  /** Parts of the id, before the variant that a picture is of, and the network. */
  readonly id: readonly string[];
  /** Below the axis. */
  readonly label: string;
  /** Values to compare with, on a linear axis. */
  readonly references?: readonly { readonly value: number; readonly label: string }[];
}

const CAUTION_NOTE = ` ${CAUTION_MARK}: a caution limits the figure; the notes of its table say which one.`;

/** Pictures of the groups that have rows. */
export function rowPlots(groups: readonly RowGroup[], plots: RowPlots): Picture[] {
  const { id, network, topic, title, note } = plots;
  const shown = groups.filter(({ rows }) => rows.length > 0);
  return byPicture(shown).map(({ of, shown: own, rest }) => {
    const isMarked = own.some((group) => group.rows.some((row) => markOf(row) !== ''));
    return draw({
      id: [...id, of, network],
      network,
      topic,
      title: `${title}${of === '' ? '' : ` (${of})`} over ${network}`,
      alt: rowsText(own),
      note: `${note}${isMarked ? CAUTION_NOTE : ''}${rest}`,
      panels: [rowsPanel(own, plots)],
    });
  });
}

/** Rows in words. */
export function rowsText(groups: readonly RowGroup[]): string {
  const texts = groups.map(({ rows, ...of }) => {
    const figures = rows.map(({ label, figure }) => {
      const { value, failed, n, ranked, survivors, why } = figure;
      const cautions = cautionedText(figure);
      const remarks = [
        ...(survivors ? [why] : failed === 0 ? [] : [`${formatShare(failed, n)} unanswered`]),
        ...(ranked ? [] : [`${limitText(figure)}: not ranked`]),
        ...(cautions === '' ? [] : [`${CAUTION_MARK} ${cautions}`]),
      ];
      const number = value === null ? 'no median' : withUnit(figure);
      return `${label} ${number}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`.trim();
    });
    return `${armText(of)}: ${figures.join(', ')}`;
  });
  return `${texts.join('. ')}.`;
}

/** Right of a row's label, or of the name beside it, where the tables mark the figure. */
function markOf({ figure }: Row): string {
  return cautionedText(figure) === '' ? '' : ` ${CAUTION_MARK}`;
}

const BAND = 16;
const Y = { y: 'band' } as const;
const ABOVE = { fill: MUTED, lineAnchor: 'bottom', dy: -4, fontSize: 10 } as const;

interface Band {
  readonly head?: Named;
  readonly row?: Row;
}

/** Figures in rows of one band each, below a band with the name of their variant and arm. */
function rowsPanel(
  groups: readonly RowGroup[],
  { label, references = [] }: Pick<RowPlots, 'label' | 'references'>,
): Panel {
  const hasLabels = groups.some((group) => group.rows.some((row) => row.label !== ''));
  const bands = groups.flatMap(({ rows, variant, arm }): Band[] => {
    const head = { variant, name: headerOf({ variant, arm }) };
    // Names stand above their rows, or beside them where these have no labels.
    return hasLabels
      ? [{ head }, ...rows.map((row) => ({ row }))]
      : rows.map((row) => ({ head: { ...head, name: `${head.name}${markOf(row)}` }, row }));
  });
  const heads = bands.flatMap(({ head }, band) => (head ? [{ ...head, band }] : []));
  const rows = bands.flatMap(({ row }, band) => (row ? [{ ...drawn(row), band }] : []));
  const domain = logDomain([
    ...rows.flatMap(({ value, low, high, points }) => [value, low, high, ...points.map(valueOf)]),
    ...references.map(({ value }) => value),
  ]) ?? [1, 10];
  const isLinear = references.length > 0;
  const longest = (key: 'label' | 'valueText') => Math.max(...rows.map((row) => row[key].length));
  const marginLeft = hasLabels ? 12 + 6.5 * longest('label') : 112;
  const valueEnd = Math.max(58, ARROW + CHARACTER * longest('valueText'));
  const units = new Set(rows.map(({ metric }) => unitText(metric.unit)));
  const atEnd = { textAnchor: 'end', dx: valueEnd } as const;
  return {
    marginTop: 18,
    marginLeft,
    marginRight: valueEnd + 2,
    marginBottom: 34,
    height: 18 + bands.length * BAND + 34,
    // What has no end goes to the edge.
    x: isLinear
      ? { domain: [0, domain[1]], clamp: true }
      : { type: 'log', domain: [...domain], clamp: true },
    y: { type: 'band', domain: [...bands.keys()], padding: 0, axis: null },
    marks: [
      ...axisX(isLinear ? 6 : logTicks(domain), label),
      ...references.flatMap(referenceMarks),
      ...rowMarks(rows),
      ...nameMarks(heads, { ...Y, frameAnchor: 'left', dx: 6 - marginLeft }),
      Plot.text(rows, { ...Y, ...atEnd, frameAnchor: 'right', text: 'valueText', fill: INK }),
      Plot.text([[...units].join()], { ...ABOVE, ...atEnd, frameAnchor: 'top-right' }),
    ],
  };
}

/** Room in pixels: for a character, and for an arrow at the edge. */
const CHARACTER = 6;
const ARROW = 15;

type Drawn = ReturnType<typeof drawn> & { readonly band: number };

/** What a row shows, in the fields that its marks read. */
function drawn(row: Row) {
  const { figure, symbol = 'circle' } = row;
  const { ranked, variant } = figure;
  const [fill, edge] = symbol === 'circle' ? [PAPER, variant.colour] : [variant.colour, PAPER];
  return {
    ...figure,
    label: row.label === '' ? '' : `${row.label}${markOf(row)}`,
    colour: variant.colour,
    symbol,
    fill,
    edge,
    valueText: `${valueText(figure)}${ranked ? '' : ' ‡'}`,
  };
}

function rowMarks(rows: readonly Drawn[]): Plot.Markish[] {
  // A single round is the mark itself.
  const points = rows.flatMap(({ points: own, rounds, band }) =>
    rounds < 2 ? [] : own.map((point) => ({ band, ...shown(point) })),
  );
  const [bounds, exact] = [true, false].map((is) =>
    points.filter(({ bound }) => (bound !== '') === is),
  );
  const open = rows.filter(({ bound }) => bound === '≥');
  const atEdge = { frameAnchor: 'right', textAnchor: 'start', dx: 1 } as const;
  const atLeft = { frameAnchor: 'left', textAnchor: 'end', dx: -3 } as const;
  const stroke = { ...Y, stroke: 'colour' } as const;
  const point = { x: 'value', r: 1.5, fill: INK, fillOpacity: 0.7 } as const;
  const mark = { symbol: 'symbol', fill: 'fill', stroke: 'edge', r: 4, strokeWidth: 1.5 } as const;
  return [
    Plot.ruleY(rows, { ...Y, stroke: LINE, strokeDasharray: '1,3' }),
    Plot.text(rows, { ...Y, ...atLeft, text: 'label', fill: MUTED }),
    // No end is known, because too much was unanswered.
    Plot.ruleY(open, { ...stroke, x1: 'value', x2: Infinity }),
    Plot.text(open, { ...Y, ...atEdge, text: () => '▶', fill: 'colour' }),
    Plot.ruleY(rows, { ...stroke, x1: 'low', x2: 'high', strokeWidth: 7, strokeOpacity: 0.35 }),
    Plot.dot(rows, { ...Y, ...mark, x: 'value' }),
    Plot.dot(exact, { ...Y, ...point }),
    Plot.dot(bounds, { ...Y, ...point, symbol: 'triangle', rotate: 90, r: 2.5 }),
  ];
}

function referenceMarks(
  { value, label }: { readonly value: number; readonly label: string },
  index: number,
): Plot.Markish[] {
  // Two that are close: one to the left, the other to the right.
  const textAnchor = index === 0 ? 'end' : 'start';
  return [
    Plot.ruleX([value], { stroke: MUTED, strokeDasharray: '3,3' }),
    Plot.text([label], { ...ABOVE, textAnchor, frameAnchor: 'top', x: () => value }),
  ];
}
