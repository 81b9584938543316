import type { WaitPart } from '@holbench/wait/parts';
import * as Plot from '@observablehq/plot';
import { PART_NAMES } from '../document/part-text.ts';
import { ON_PART, PART_LOOKS } from './part-looks.ts';
import { INK, MUTED } from './theme.ts';

/** In pixels. */
export const LEGEND_ROW = 16;
const COLUMNS = 3;
const COLUMN = 116;

export function legendRows(parts: readonly WaitPart[]): number {
  return Math.ceil(parts.length / COLUMNS);
}

/** The parts by colour, letters and name. @param at from the top left corner of the frame, in pixels. */
export function legendMarks(
  parts: readonly WaitPart[],
  { left, top }: { readonly left: number; readonly top: number },
): Plot.Markish[] {
  return parts.flatMap((part, index) => {
    const { sign, fill } = PART_LOOKS[part];
    const at = {
      frameAnchor: 'top-left',
      dx: left + COLUMN * (index % COLUMNS) + 6,
      dy: top + LEGEND_ROW * Math.floor(index / COLUMNS) + LEGEND_ROW / 2,
    } as const;
    const box = { symbol: 'square', r: 7.5, fill, stroke: MUTED, strokeWidth: 0.5 } as const;
    const centred = { textAnchor: 'middle', lineAnchor: 'middle' } as const;
    const name = { textAnchor: 'start', lineAnchor: 'middle', fill: INK } as const;
    return [
      Plot.dot([part], { ...at, ...box }),
      Plot.text([sign], { ...at, ...centred, fill: ON_PART, fontSize: 9 }),
      Plot.text([PART_NAMES[part]], { ...at, ...name, dx: at.dx + 11 }),
    ];
  });
}
