import * as Plot from '@observablehq/plot';
import type { OfArm } from './arms.ts';
import { colourOf, INK, MUTED, PAPER, WIDTH } from './theme.ts';

/** A name at the left edge, above what belongs to it. */
export interface Head extends OfArm {
  /** Its middle, in pixels. */
  readonly y: number;
  /** Instead of numbers; null where there are some. */
  readonly missing?: string | null;
}

const FONT_PX = 12;
const SMALL_PX = 10;
/** Of a character, at most, over its font size: bold and plain. */
const BOLD = 0.62;
const PLAIN = 0.56;
const BEGIN = 16;

/** Names of variants with their colours, and after them the arm, smaller. */
export function headMarks(
  heads: readonly Head[],
  { left, fontSize = FONT_PX }: { readonly left: number; readonly fontSize?: number },
): Plot.Markish[] {
  const outline = { stroke: PAPER, strokeWidth: 4 };
  const at = { y: 'y', frameAnchor: 'left', textAnchor: 'start' } as const;
  return [
    Plot.dot(heads, {
      y: 'y',
      frameAnchor: 'left',
      dx: 6 - left,
      r: 5,
      fill: ({ variant }: Head) => colourOf(variant.id),
    }),
    Plot.text(heads, {
      ...at,
      text: name,
      dx: BEGIN - left,
      fontWeight: 600,
      fontSize,
      fill: INK,
      ...outline,
    }),
    // One mark each: it begins where its own name ends.
    ...heads.flatMap((head) => {
      const begin = BEGIN + name(head).length * fontSize * BOLD;
      const room = Math.floor((WIDTH - begin) / (SMALL_PX * PLAIN));
      return head.arm === ''
        ? []
        : [
            Plot.text([head], {
              ...at,
              text: () => cut(head.arm, room),
              dx: begin - left,
              fontSize: SMALL_PX,
              fill: MUTED,
              ...outline,
            }),
          ];
    }),
  ];
}

function name({ variant: { code, id }, arm, missing }: Head): string {
  return `${code} ${id}${missing ? `: ${missing}` : ''}${arm === '' ? '' : ','}`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
