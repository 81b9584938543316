import * as Plot from '@observablehq/plot';
import type { OfArm } from './arms.ts';
import type { Panel } from './draw.ts';
import type { Distribution } from './ecdf-data.ts';
import { axisY, logAxisX } from './log-axis.ts';
import { BAD, colourOf, INK, MUTED, PAPER } from './theme.ts';

/** One curve, told apart from the others of its panel without colour. */
export interface EcdfLine extends Distribution {
  readonly label: string;
  /** At which share of its messages the label stands: another for each, so that they do not meet. */
  readonly labelAt: number;
  readonly dash: string;
  /** Above the end of a curve that ends below 1. */
  readonly endText: string;
  readonly width: number;
}

export interface EcdfPanel {
  readonly of: Pick<OfArm, 'variant' | 'arm'>;
  readonly lines: readonly EcdfLine[];
  /** In ms. */
  readonly domain: readonly [number, number];
  /** Where it lies, in pixels. */
  readonly place: Omit<Panel, 'options'>;
}

/** Above the axes: the name, and the arm below it. */
const TOP = { name: 24, withArm: 36 } as const;

/** Distributions of one variant, in its colour. */
export function ecdfPanel({ of: { variant, arm }, lines, domain, place }: EcdfPanel): Panel {
  const colour = colourOf(variant.id);
  const [, edge] = domain;
  const open = lines.filter(({ unanswered }) => unanswered > 0);
  const top = arm === '' ? TOP.name : TOP.withArm;
  const heading = (text: string, style: Plot.TextOptions) =>
    Plot.text([text], {
      frameAnchor: 'top-left',
      textAnchor: 'start',
      lineAnchor: 'middle',
      dx: -10,
      ...style,
    });
  return {
    ...place,
    options: {
      marginLeft: 26,
      marginRight: 12,
      marginTop: top,
      marginBottom: 24,
      x: { type: 'log', domain: [...domain] },
      y: { domain: [0, 1] },
      marks: [
        ...logAxisX(domain, { most: place.width < 300 ? 4 : 7 }),
        ...axisY([0, 0.5, 1]),
        ...lines.map(({ points, width, dash }) =>
          Plot.line(points, {
            x: 'ms',
            y: 'share',
            curve: 'step-after',
            stroke: colour,
            strokeWidth: width,
            strokeDasharray: dash,
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
          text: 'endText',
          fill: BAD,
          stroke: PAPER,
          strokeWidth: 4,
          textAnchor: 'end',
          dx: -4,
          dy: -7,
          fontSize: 10,
        }),
        ...lines.flatMap((line) => label(line, domain)),
        Plot.dot([0], { frameAnchor: 'top-left', dx: -18, dy: 12 - top, r: 4, fill: colour }),
        heading(`${variant.code} ${variant.id}`, { dy: 12 - top, fontWeight: 600, fill: INK }),
        heading(arm, { dy: 26 - top, fontSize: 9, fill: MUTED }),
      ],
    },
  };
}

/** On the side of its curve that has more room. */
function label(line: EcdfLine, [low, high]: readonly [number, number]): Plot.Markish[] {
  // Below what stands at the end of a curve that does not come so far.
  const at = Math.min(line.labelAt, 0.8 * (lastShare(line) ?? 1));
  const ms = line.points.find(({ share }) => share >= at)?.ms ?? null;
  if (ms === null) return [];
  const isLeft = ms * ms < low * high;
  return [
    Plot.text([line.label], {
      x: () => ms,
      y: () => at,
      textAnchor: isLeft ? 'start' : 'end',
      dx: isLeft ? 5 : -5,
      fill: INK,
      stroke: PAPER,
      strokeWidth: 4,
      fontSize: 10,
    }),
  ];
}

function lastShare({ points }: Distribution): number | null {
  return points.at(-1)?.share ?? null;
}

function lastMs({ points }: Distribution): number | null {
  return points.at(-1)?.ms ?? null;
}
