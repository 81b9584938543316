import { type WaitPart, PARTS } from '@holbench/wait/parts';
import * as Plot from '@observablehq/plot';
import { PART_NAMES } from '../document/part-text.ts';
import { ON_PART, PART_LOOKS } from './part-looks.ts';
import { INK, MUTED } from './theme.ts';

/** What a colour stands for. */
export interface Key {
  readonly name: string;
  readonly fill: string;
  /** Letters on the colour, so that it is not the only sign. */
  readonly sign?: string;
}

export const PART_KEYS: readonly Key[] = PARTS.map(partKey);

export function partKey(part: WaitPart): Key {
  return { name: PART_NAMES[part], ...PART_LOOKS[part] };
}

interface LegendPlace {
  readonly columns: number;
  /** From the top of the picture, and margins of its panel, in pixels. */
  readonly top: number;
  readonly marginTop: number;
  readonly marginLeft: number;
}

const ROW = 16;
/** Of the picture, without margins. */
const WIDTH = 348;

/** In pixels. */
export function legendHeight(keys: readonly Key[], columns: number): number {
  return ROW * Math.ceil(keys.length / columns);
}

/** Keys by colour, letters and name, above a frame. */
export function legendMarks(
  keys: readonly Key[],
  { columns, top, marginTop, marginLeft }: LegendPlace,
): Plot.Markish[] {
  return keys.flatMap(({ name, fill, sign = '' }, index) => {
    const at = {
      frameAnchor: 'top-left',
      lineAnchor: 'middle',
      dx: 14 + (WIDTH / columns) * (index % columns) - marginLeft,
      dy: top + ROW * (Math.floor(index / columns) + 0.5) - marginTop,
    } as const;
    const box = { symbol: 'square', r: 7.5, stroke: MUTED, strokeWidth: 0.5 } as const;
    return [
      Plot.dot([name], { ...at, ...box, fill }),
      Plot.text([sign], { ...at, textAnchor: 'middle', fill: ON_PART, fontSize: 9 }),
      Plot.text([name], { ...at, textAnchor: 'start', fill: INK, dx: at.dx + 11 }),
    ];
  });
}
