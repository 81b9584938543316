import * as Plot from '@observablehq/plot';
import { formatNumber, formatShare } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
import { draw, type Panel } from './draw.ts';
import { ecdfData, type EcdfCurve, type EcdfVariant } from './ecdf-data.ts';
import type { Probes } from './holb-data.ts';
import { probesTitle } from './holb-plot.ts';
import { axisY, logAxisX, logDomain } from './log-axis.ts';
import { plotId } from './plot-id.ts';
import type { Plot as Picture } from './plot.ts';
import { BAD, colourOf, INK, PAPER, WIDTH } from './theme.ts';

const COLUMNS = 2;
const PANEL_WIDTH = WIDTH / COLUMNS;
const PANEL_HEIGHT = 150;

/** Told apart without colour; each is labelled at another height, so that labels do not meet. */
const STYLES = {
  idle: { dash: '1,3', width: 1.5, labelAt: 0.2 },
  foreign: { dash: '5,3', width: 1.5, labelAt: 0.5 },
  self: { dash: 'none', width: 2.25, labelAt: 0.8 },
} as const;

/** One panel per variant, all with the same axes; null where the run has no such probes. */
export function ecdfPlot(data: ReportData, network: string, probes: Probes): Picture | null {
  const variants = ecdfData(data, network, probes);
  const domain = logDomain(
    variants.flatMap(({ curves }) => curves.flatMap(({ points }) => points.map(({ ms }) => ms))),
  );
  if (domain === null) return null;
  // Room for labels beside the steepest curve.
  domain[0] /= 1.5;
  const title = `Share of small messages answered within a time over ${network}: ${probesTitle(probes)}`;
  const alt = `${variants.map(variantText).join('. ')}.`;
  const panels = variants.map((variant, index): Panel => {
    return {
      x: (index % COLUMNS) * PANEL_WIDTH,
      y: Math.floor(index / COLUMNS) * PANEL_HEIGHT,
      width: PANEL_WIDTH,
      height: PANEL_HEIGHT,
      options: panelOf(variant, domain),
    };
  });
  const height = Math.ceil(variants.length / COLUMNS) * PANEL_HEIGHT;
  return {
    id: plotId('ecdf', probes.scenario, probes.what, network),
    network,
    topic: probes.scenario,
    title,
    alt,
    note: 'Share of all messages sent, over all rounds, against their latency in ms (logarithmic). Dotted: idle, dashed: foreign, solid: self. A curve that ends below 1 goes on to the right edge, where ✕ marks the messages without an answer.',
    svg: draw({ title, alt }, height, panels),
  };
}

function panelOf({ variant, curves }: EcdfVariant, domain: [number, number]): Plot.PlotOptions {
  const colour = colourOf(variant.id);
  const [, edge] = domain;
  const open = curves.filter(({ unanswered }) => unanswered > 0);
  return {
    marginLeft: 26,
    marginRight: 12,
    marginTop: 24,
    marginBottom: 24,
    x: { type: 'log', domain },
    y: { domain: [0, 1] },
    marks: [
      ...logAxisX(domain, { most: 4 }),
      ...axisY([0, 0.5, 1]),
      ...curves.map(({ phase, points }) =>
        Plot.line(points, {
          x: 'ms',
          y: 'share',
          curve: 'step-after',
          stroke: colour,
          strokeWidth: STYLES[phase].width,
          strokeDasharray: STYLES[phase].dash,
        }),
      ),
      Plot.ruleY(open, {
        y: lastShare,
        x1: lastMs,
        x2: () => edge,
        stroke: BAD,
        strokeDasharray: '1,2',
      }),
      Plot.text(open, { y: lastShare, x: () => edge, text: () => '✕', fill: BAD, dx: 3 }),
      Plot.text(open, {
        y: lastShare,
        x: () => edge,
        text: ({ unanswered, sent }: EcdfCurve) => `${formatShare(unanswered, sent)} unanswered`,
        fill: BAD,
        stroke: PAPER,
        strokeWidth: 4,
        textAnchor: 'end',
        dx: -4,
        dy: -7,
        fontSize: 10,
      }),
      ...curves.flatMap((curve) => label(curve, domain)),
      Plot.dot([0], { frameAnchor: 'top-left', dx: -18, dy: -12, r: 4, fill: colour }),
      Plot.text([`${variant.code} ${variant.id}`], {
        frameAnchor: 'top-left',
        dx: -10,
        dy: -12,
        textAnchor: 'start',
        lineAnchor: 'middle',
        fontWeight: 600,
        fill: INK,
      }),
    ],
  };
}

/** On the side of its curve that has more room. */
function label(curve: EcdfCurve, [low, high]: readonly [number, number]): Plot.Markish[] {
  const { labelAt } = STYLES[curve.phase];
  const ms = msAt(curve, labelAt);
  if (ms === null) return [];
  const isLeft = ms * ms < low * high;
  return [
    Plot.text([curve.phase], {
      x: () => ms,
      y: () => Math.min(labelAt, lastShare(curve) ?? 1),
      textAnchor: isLeft ? 'start' : 'end',
      dx: isLeft ? 5 : -5,
      fill: INK,
      stroke: PAPER,
      strokeWidth: 4,
      fontSize: 10,
    }),
  ];
}

function lastShare({ points }: EcdfCurve): number | null {
  return points.at(-1)?.share ?? null;
}

function lastMs({ points }: EcdfCurve): number | null {
  return points.at(-1)?.ms ?? null;
}

/** Where a curve reaches a share, or ends. */
function msAt(curve: EcdfCurve, wanted: number): number | null {
  return curve.points.find(({ share }) => share >= wanted)?.ms ?? lastMs(curve);
}

function variantText({ variant, curves }: EcdfVariant): string {
  const texts = curves.map((curve) => {
    const { phase, sent, unanswered } = curve;
    const [half, most] = [0.5, 0.95].map((share) => within(curve, share));
    return `${phase}: half within ${half}, 95 % within ${most}, ${formatShare(unanswered, sent)} of ${sent} unanswered`;
  });
  return `${variant.id}: ${texts.join('; ')}`;
}

function within({ points }: EcdfCurve, wanted: number): string {
  const point = points.find(({ share }) => share >= wanted);
  return point ? `${formatNumber(point.ms)} ms` : 'never';
}
