import type { RunNetwork } from '@holbench/results/run-network';
import type { ProbePhase } from '@holbench/results/sample';
import { directionOf } from '@holbench/scenarios/registry';
import * as Plot from '@observablehq/plot';
import { linkText } from '../model/link-text.ts';
import type { Probes } from './holb-data.ts';
import { INK, MUTED, PAPER } from './theme.ts';
import { wrapped } from './wrapped.ts';

const SYMBOLS = { idle: 'circle', foreign: 'diamond', self: 'square' } as const;
const LINE_PX = 15;
/** Of 10 px, beside each other in a picture. */
const LINK_CHARACTERS = 62;

export interface HolbKey {
  readonly marks: readonly Plot.Markish[];
  /** In pixels, from the top of the picture. */
  readonly height: number;
}

/** Which network it is and what the marks mean, in lines above the rows. `left`: the left margin. */
export function holbKey(
  { profile, loopback }: RunNetwork,
  scenario: Probes['scenario'],
  left: number,
): HolbKey {
  const link = wrapped(
    loopback ? 'loopback: no network at all' : linkText(profile),
    LINK_CHARACTERS,
  );
  const bulk = directionOf(scenario);
  const key = [
    { phase: 'idle', text: 'idle: the message alone' },
    { phase: 'foreign', text: `foreign: a big ${bulk} on another connection` },
    { phase: 'self', text: `self: the big ${bulk} on the same connection` },
  ] as const;
  const line = (text: string, index: number, style: Plot.TextOptions) =>
    Plot.text([text], {
      y: () => LINE_PX * (index + 0.6),
      frameAnchor: 'left',
      textAnchor: 'start',
      fill: INK,
      dx: 2 - left,
      ...style,
    });
  const marks = [
    line(profile.id, 0, { fontWeight: 600, fontSize: 12 }),
    ...link.map((text, index) => line(text, index + 1, { fontSize: 10, fill: MUTED })),
    ...key.flatMap(({ phase, text }, index) => {
      const at = link.length + 1.2 + index;
      return [
        phaseMark(phase, [{ y: LINE_PX * (at + 0.6), colour: INK }], {
          frameAnchor: 'left',
          dx: 8 - left,
        }),
        line(text, at, { dx: 18 - left }),
      ];
    }),
  ];
  return { marks, height: (link.length + key.length + 1.4) * LINE_PX };
}

/** Where a phase is marked: in pixels from the top, in this colour. */
interface Marked {
  readonly y: number;
  readonly colour: string;
}

/** The mark of a phase: hollow where nothing else moves. */
export function phaseMark(
  phase: ProbePhase,
  at: readonly Marked[],
  where: Plot.DotOptions,
): Plot.Markish {
  return Plot.dot(at, {
    y: 'y',
    r: 4,
    symbol: SYMBOLS[phase],
    fill: phase === 'idle' ? PAPER : 'colour',
    stroke: phase === 'idle' ? 'colour' : PAPER,
    strokeWidth: phase === 'idle' ? 2 : 1,
    ...where,
  });
}
