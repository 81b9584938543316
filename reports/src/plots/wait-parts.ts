import type { Part } from '@holbench/wait/parts';
import * as Plot from '@observablehq/plot';
import { PART_NAMES } from '../document/part-text.ts';
import { INK, MUTED } from './theme.ts';

/** A colour for both themes, and letters on it, so that colour is not the only sign. */
interface PartLook {
  readonly sign: string;
  readonly fill: string;
}

/** Buffers are warm, the link’s queue is blue, head-of-line blocking proper is red. */
export const PART_LOOKS: Readonly<Record<Part, PartLook>> = {
  request: { sign: 'rq', fill: '#a3adb8' },
  application: { sign: 'ap', fill: '#e8963c' },
  'send-buffer': { sign: 'sb', fill: '#f5cf57' },
  sender: { sign: 'se', fill: '#d9b382' },
  path: { sign: 'pa', fill: '#c9d0d7' },
  queue: { sign: 'qu', fill: '#6db3ea' },
  retransmission: { sign: 're', fill: '#f0798f' },
  receiver: { sign: 'rc', fill: '#7cc6a4' },
  answer: { sign: 'an', fill: '#b3a5dd' },
};

/** Of the letters on a part’s colour, in both themes. */
export const ON_PART = '#101418';

/** In pixels. */
export const LEGEND_ROW = 16;
const COLUMNS = 3;
const COLUMN = 116;

export function legendRows(parts: readonly Part[]): number {
  return Math.ceil(parts.length / COLUMNS);
}

/** The parts by colour, letters and name. @param at from the top left corner of the frame, in pixels. */
export function legendMarks(
  parts: readonly Part[],
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
