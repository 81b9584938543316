import * as Plot from '@observablehq/plot';
import { formatNumber, formatShare } from '../model/format.ts';
import { NEVER } from '../model/latencies.ts';
import type { ReportData } from '../model/report-data.ts';
import { draw, FONT_PX } from './draw.ts';
import { holbData, type HolbPhase, type HolbVariant, type Probes } from './holb-data.ts';
import { logAxisX, logDomain } from './log-axis.ts';
import { plotId } from './plot-id.ts';
import type { Plot as Picture } from './plot.ts';
import { BAD, colourOf, INK, MUTED, PAPER, WIDTH } from './theme.ts';

const LEFT = 60;
const RIGHT = 104;
const HEAD = 20;
const ROW = 17;
const GAP = 7;
const TOP = 22;
/** Axis, its label, and the key. */
const BOTTOM = 52;

const KEY = 'mark: median · thick: 95 % interval · thin: to p95';
const SYMBOLS = { idle: 'circle', foreign: 'diamond', self: 'square' } as const;
const MESSAGES = { load: 'load of a text', event: 'mutation until its event' } as const;
const DIRECTIONS = { '4f': 'download', '4g': 'upload' } as const;

export function probesTitle({ scenario, what }: Probes): string {
  return `${MESSAGES[what]} beside a big ${DIRECTIONS[scenario]} (${scenario})`;
}

/** The plot of the first screen; null where the run has no such probes. */
export function holbPlot(
  data: ReportData,
  network: string,
  probes: Probes = { scenario: '4f', what: 'load' },
): Picture | null {
  const variants = holbData(data, network, probes);
  if (variants.every(({ phases }) => phases.length === 0)) return null;
  const title = `Latency of small messages over ${network}: ${probesTitle(probes)}`;
  const alt = `${variants.map(variantText).join('. ')}.`;
  return {
    id: plotId('holb', probes.scenario, probes.what, network),
    network,
    topic: probes.scenario,
    title,
    alt,
    note: 'idle: nothing else moves; foreign: a big transfer on another connection; self: on the messages’ own. Mark: median of all messages; thick line: its 95 % interval over rounds; thin line: to p95; arrow: beyond the axis, because too many had no answer. Right: the median in ms and the share without an answer.',
    svg: svgOf(variants, { title, alt }),
  };
}

interface Row extends HolbPhase {
  readonly y: number;
  readonly colour: string;
}

function svgOf(
  variants: readonly HolbVariant[],
  texts: { readonly title: string; readonly alt: string },
): string {
  const heads: { y: number; name: string; colour: string; missing: string | null }[] = [];
  const rows: Row[] = [];
  let y = TOP;
  for (const { variant, phases, missing } of variants) {
    const colour = colourOf(variant.id);
    heads.push({ y: y + HEAD / 2, name: `${variant.code} ${variant.id}`, colour, missing });
    y += HEAD;
    for (const phase of phases) {
      rows.push({ ...phase, y: y + ROW / 2, colour });
      y += ROW;
    }
    y += GAP;
  }
  const height = y + BOTTOM;
  const domain = logDomain(rows.flatMap(finiteMs)) ?? [1, 10];
  const edge = domain[1];
  const inside = (ms: number) => Math.min(ms, edge);
  const reaches = rows.filter((row) => lastMs(row) >= NEVER);
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
    Plot.text([text], { frameAnchor: 'top-right', textAnchor: 'end', dx, dy: -16, fill: MUTED });
  const options: Plot.PlotOptions = {
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginTop: TOP,
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
        rows.filter(({ p95Ms }) => p95Ms !== null && p95Ms < NEVER),
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
      ...(['idle', 'foreign', 'self'] as const).map((phase) =>
        Plot.dot(
          drawn.filter((row) => row.phase === phase),
          {
            x: 'medianMs',
            y: 'y',
            r: 4,
            symbol: SYMBOLS[phase],
            fill: phase === 'idle' ? PAPER : 'colour',
            stroke: phase === 'idle' ? 'colour' : PAPER,
            strokeWidth: phase === 'idle' ? 2 : 1,
          },
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
      Plot.dot(heads, { y: 'y', frameAnchor: 'left', dx: -LEFT + 6, r: 5, fill: 'colour' }),
      Plot.text(heads, {
        y: 'y',
        text: ({ name, missing }: (typeof heads)[number]) =>
          missing === null ? name : `${name}: ${missing}`,
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: -LEFT + 16,
        fontWeight: 600,
        fontSize: 12,
        fill: INK,
        stroke: PAPER,
        strokeWidth: 4,
      }),
      column(48, ({ medianMs }) => (medianMs === null ? 'no median' : formatNumber(medianMs)), INK),
      column(RIGHT - 2, (row) => (row.unanswered === 0 ? '0' : ''), MUTED),
      column(
        RIGHT - 2,
        ({ unanswered, sent }) => (unanswered === 0 ? '' : `✕ ${shortShare(unanswered, sent)}`),
        BAD,
      ),
      Plot.text([KEY], {
        frameAnchor: 'bottom',
        dy: BOTTOM - 8,
        dx: (RIGHT - LEFT) / 2,
        fill: MUTED,
      }),
      note('median', 48),
      note('unansw.', RIGHT - 2),
    ],
  };
  return draw(texts, height, [{ x: 0, y: 0, width: WIDTH, height, options }]);
}

/** Where the thin line ends, `NEVER` where it does not. */
function lastMs({ medianMs, interval, p95Ms }: HolbPhase): number {
  return Math.max(p95Ms ?? 0, interval?.high ?? 0, medianMs ?? NEVER);
}

/** Where it begins. */
function firstMs({ medianMs, interval }: HolbPhase): number | null {
  return medianMs ?? interval?.low ?? null;
}

function finiteMs({ medianMs, interval, p95Ms }: HolbPhase): number[] {
  return [medianMs, interval?.low, interval?.high, p95Ms].filter(
    (value): value is number => typeof value === 'number' && value < NEVER,
  );
}

function variantText({ variant, phases, missing }: HolbVariant): string {
  const texts = phases.map(({ phase, medianMs, unanswered, sent }) => {
    const median = medianMs === null ? 'no median' : `${formatNumber(medianMs)} ms`;
    return `${phase} ${median}${unanswered === 0 ? '' : ` (${formatShare(unanswered, sent)} unanswered)`}`;
  });
  return `${variant.id}: ${missing ?? texts.join(', ')}`;
}

/** Whole per cent, never rounded to none or all. */
function shortShare(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  if (percent === 0) return '< 1 %';
  return percent === 100 && part < whole ? '> 99 %' : `${percent} %`;
}
