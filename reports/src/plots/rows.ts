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
import { BAD, INK, LINE, MUTED, PAPER } from './theme.ts';

/** One figure: a mark at its value, its interval, and each of its rounds. */
export interface Row {
  /** What it is, left of it; '' where each variant has one row, beside its name. */
  readonly label: string;
  readonly figure: Figure;
  /** A higher percentile, to which a thin line goes. */
  readonly tail?: Figure | undefined;
  /** Of the mark, so that it does not differ by colour alone. Default: a circle, which is hollow. */
  readonly symbol?: 'circle' | 'diamond' | 'square';
}

/** The rows of a variant and arm, below its name. */
export interface RowGroup extends OfArm {
  readonly rows: readonly Row[];
  /** Instead of rows: `invalid`, `unsupported` … */
  readonly missing?: string;
}

interface RowPlots extends Pick<Picture, 'network' | 'topic' | 'note'> {
  /** Parts of the id, before the variant that a picture is of, and the network. */
  readonly id: readonly string[];
  /** @param of the variant whose arms a picture shows; '' for the picture of all variants. */
  readonly title: (of: string) => string;
  /** Lines above the rows, the first of them bold. */
  readonly key?: readonly string[];
  /** Below the axis. */
  readonly label: string;
  /** The rows of all pictures with the same axis, so that they can be compared by eye; default: its own. */
  readonly onOneAxis?: readonly RowGroup[];
  /** Values to compare with, on a linear axis. */
  readonly references?: readonly { readonly value: number; readonly label: string }[];
}

const CAUTION_NOTE = ` ${CAUTION_MARK}: a caution limits the figure; the notes of its table say which one.`;

/** Pictures of the groups that have rows, or say why they have none. */
export function rowPlots(groups: readonly RowGroup[], plots: RowPlots): Picture[] {
  const { id, network, topic, title, note } = plots;
  const shown = groups.filter(({ rows, missing }) => rows.length > 0 || missing !== undefined);
  return byPicture(shown).map(({ of, shown: own, rest }) => {
    // One note may stand for all pictures with the same axis.
    const beside = plots.onOneAxis ?? own;
    const isMarked = beside.some((group) => group.rows.some((row) => markOf(row) !== ''));
    return draw({
      id: [...id, of, network],
      network,
      topic,
      title: title(of),
      alt: rowsText(own),
      note: `${note}${isMarked ? CAUTION_NOTE : ''}${rest}`,
      panels: [rowsPanel(own, plots)],
    });
  });
}

/** Every number that rows show, for the domain of their axis. */
function rowNumbers(groups: readonly RowGroup[]): (number | null)[] {
  const rows = groups.flatMap((group) => group.rows);
  return rows.flatMap(({ figure: { value, low, high, points }, tail }) =>
    [value, low, high, tail?.value ?? null].concat(points.map(valueOf)),
  );
}

/** Rows in words. */
export function rowsText(groups: readonly RowGroup[]): string {
  const texts = groups.map(({ rows, missing, ...of }) => {
    const figures = rows.map(({ label, figure, tail }) => {
      const { value, failed, n, ranked, survivors, why } = figure;
      const cautions = cautionedText(figure);
      const remarks = [
        ...(tail === undefined || tail.value === null ? [] : [`p95 ${withUnit(tail)}`]),
        ...(survivors ? [why] : failed === 0 ? [] : [`${formatShare(failed, n)} unanswered`]),
        ...(ranked ? [] : [`${limitText(figure)}: not ranked`]),
        ...(cautions === '' ? [] : [`${CAUTION_MARK} ${cautions}`]),
      ];
      const number = value === null ? 'no median' : withUnit(figure);
      return `${label} ${number}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`.trim();
    });
    return `${armText(of)}: ${missing ?? figures.join(', ')}`;
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
  { label, key = [], references = [], onOneAxis = groups }: RowPlots,
): Panel {
  const hasLabels = groups.some((group) => group.rows.some((row) => row.label !== ''));
  const bands = groups.flatMap(({ rows, variant, arm, missing }): Band[] => {
    const reason = missing === undefined ? '' : `: ${missing}`;
    const head = { variant, name: `${headerOf({ variant, arm })}${reason}` };
    // Names stand above their rows, or beside them where these have no labels.
    if (!hasLabels && rows.length > 0) {
      return rows.map((row) => ({ head: { ...head, name: `${head.name}${markOf(row)}` }, row }));
    }
    return [{ head }, ...rows.map((row) => ({ row }))];
  });
  const heads = bands.flatMap(({ head }, band) => (head ? [{ ...head, band }] : []));
  const rows = bands.flatMap(({ row }, band) => (row ? [{ ...drawn(row), band }] : []));
  const numbers = [...rowNumbers(onOneAxis), ...references.map(({ value }) => value)];
  const domain = logDomain(numbers) ?? [1, 10];
  const isLinear = references.length > 0;
  const marginTop = 18 + 15 * key.length;
  const { marginLeft, valueEnd, lostEnd } = columnsOf(onOneAxis);
  const units = new Set(rows.map(({ metric }) => unitText(metric.unit)));
  return {
    marginTop,
    marginLeft,
    marginRight: (lostEnd ?? valueEnd) + 2,
    marginBottom: 34,
    heading: key,
    height: marginTop + bands.length * BAND + 34,
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
      ...column(rows, 'valueText', [...units].join(), valueEnd),
      ...(lostEnd === null ? [] : column(rows, 'lostText', 'no answer', lostEnd)),
    ],
  };
}

/** Room in pixels: for a character, for an arrow at the edge, and for the share of unanswered messages. */
const CHARACTER = 6;
const ARROW = 15;
const LOST = 56;

/** Where the labels of rows end left of the frame, and their numbers right of it. */
function columnsOf(groups: readonly RowGroup[]) {
  const rows = groups.flatMap((group) => group.rows.map(drawn));
  const label = Math.max(0, ...rows.map((row) => row.label.length));
  const value = Math.max(0, ...rows.map((row) => row.valueText.length));
  const valueEnd = Math.max(58, ARROW + CHARACTER * value);
  const hasTails = groups.some((group) => group.rows.some(({ tail }) => tail));
  return {
    marginLeft: label === 0 ? 112 : 12 + 6.5 * label,
    valueEnd,
    lostEnd: hasTails ? valueEnd + LOST : null,
  };
}

type Drawn = ReturnType<typeof drawn> & { readonly band: number };

/** What a row shows, in the fields that its marks read. */
function drawn(row: Row) {
  const { figure, tail, symbol = 'circle' } = row;
  const { value, high, failed, n, ranked, variant } = figure;
  const isOpen = figure.bound === '≥' || tail?.bound === '≥';
  const known = Math.max(high ?? 0, tail?.value ?? 0, value ?? Infinity);
  const end = isOpen ? Infinity : known;
  const [fill, edge] = symbol === 'circle' ? [PAPER, variant.colour] : [variant.colour, PAPER];
  return {
    ...figure,
    label: row.label === '' ? '' : `${row.label}${markOf(row)}`,
    end,
    tail: tail?.value,
    start: value ?? Infinity,
    colour: variant.colour,
    symbol,
    fill,
    edge,
    valueText: value === null ? 'none' : `${valueText(figure)}${ranked ? '' : ' ‡'}`,
    lostText: failed === 0 ? '0' : `✕ ${formatShare(failed, n)}`,
    // An arrow where the line has no end, because too much was unanswered.
    atEdge: end < Infinity ? '' : '▶',
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
  const atEdge = { frameAnchor: 'right', textAnchor: 'start', dx: 1 } as const;
  const atLeft = { frameAnchor: 'left', textAnchor: 'end', dx: -3 } as const;
  const stroke = { ...Y, stroke: 'colour' } as const;
  const point = { x: 'value', r: 1.5, fill: INK, fillOpacity: 0.7 } as const;
  const mark = { symbol: 'symbol', fill: 'fill', stroke: 'edge', r: 4, strokeWidth: 1.5 } as const;
  return [
    Plot.ruleY(rows, { ...Y, stroke: LINE, strokeDasharray: '1,3' }),
    Plot.text(rows, { ...Y, ...atLeft, text: 'label', fill: MUTED }),
    Plot.ruleY(rows, { ...stroke, x1: 'start', x2: 'end' }),
    Plot.tickX(rows, { ...stroke, x: 'tail', inset: 4, strokeWidth: 2 }),
    Plot.ruleY(rows, { ...stroke, x1: 'low', x2: 'high', strokeWidth: 7, strokeOpacity: 0.35 }),
    Plot.dot(rows, { ...Y, ...mark, x: 'value' }),
    Plot.dot(exact, { ...Y, ...point }),
    Plot.dot(bounds, { ...Y, ...point, symbol: 'triangle', rotate: 90, r: 2.5 }),
    Plot.text(rows, { ...Y, ...atEdge, text: 'atEdge', fill: 'colour' }),
  ];
}

/** Numbers right of the rows, below their heading. */
function column(
  rows: readonly Drawn[],
  text: 'valueText' | 'lostText',
  heading: string,
  dx: number,
) {
  const at = { textAnchor: 'end', dx } as const;
  const fill = ({ failed }: Drawn) => (text === 'valueText' ? INK : failed === 0 ? MUTED : BAD);
  return [
    Plot.text(rows, { ...Y, ...at, frameAnchor: 'right', text, fill }),
    Plot.text([heading], { ...ABOVE, ...at, frameAnchor: 'top-right' }),
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
