import * as Plot from '@observablehq/plot';
import { formatAsGiven } from '../model/format.ts';
import { armText } from './arms.ts';
import { draw } from './draw.ts';
import { differsFromOne, type RatioCell, type RatioMap } from './ratio-map-data.ts';
import { fewText, intervalText, ratioText } from './ratio-text.ts';
import { INK, MUTED, WIDTH } from './theme.ts';
import { wrapped } from './wrapped.ts';

const LEFT = 58;
const ROW = 56;
const TOP = 32;
const LINE_PX = 14;
/** Of 11 px, beside each other in a picture. */
const SIDES_CHARACTERS = 54;
const BOTTOM = 46;
/** Ratios beyond this, or under its inverse, have the same colour. */
const MOST = 4;
const STRIPES = 6;

interface Hole {
  readonly column: number;
  readonly row: number;
}

interface Tile extends RatioCell {
  readonly column: number;
  readonly row: number;
}

export interface RatioPicture {
  readonly title: string;
  readonly alt: string;
  /** What is compared, in words. */
  readonly what: string;
}

/** A tile for each network, round-trip times beside and losses above each other. */
export function drawRatioMap(
  { cells, empty, over, under }: RatioMap,
  { what, ...texts }: RatioPicture,
): string {
  const places = [...cells, ...empty];
  const rtts = distinct(places.map(({ rttMs }) => rttMs));
  // The greatest loss on top.
  const losses = distinct(places.map(({ loss }) => loss)).toReversed();
  const placed = <Place extends { rttMs: number; loss: number }>(place: Place) => ({
    ...place,
    column: rtts.indexOf(place.rttMs),
    row: losses.indexOf(place.loss),
  });
  const tiles: Tile[] = cells.map(placed);
  const holes = rtts.flatMap((rttMs) =>
    losses.flatMap((loss) => {
      const isThere = (place: { rttMs: number; loss: number }) =>
        place.rttMs === rttMs && place.loss === loss;
      if (cells.some(isThere)) return [];
      return [placed({ rttMs, loss, text: empty.some(isThere) ? 'no valid pair' : 'not run' })];
    }),
  );
  const sides = wrapped(`${armText(over)} ÷ ${armText(under)}:`, SIDES_CHARACTERS);
  const top = TOP + sides.length * LINE_PX;
  const height = top + losses.length * ROW + BOTTOM;
  const text = (of: (tile: Tile) => string, style: Plot.TextOptions) =>
    [true, false].map((dark) =>
      Plot.text(
        tiles.filter((tile) => isDark(tile) === dark),
        {
          x: ({ column }: Tile) => column + 0.5,
          y: ({ row }: Tile) => row + 0.5,
          text: of,
          fill: dark ? 'white' : 'black',
          stroke: dark ? 'black' : 'white',
          strokeWidth: 3,
          strokeOpacity: 0.6,
          ...style,
        },
      ),
    );
  const label = (value: string, style: Plot.TextOptions) =>
    Plot.text([value], { fill: MUTED, ...style });
  const options: Plot.PlotOptions = {
    marginLeft: LEFT,
    marginRight: 8,
    marginTop: top,
    marginBottom: BOTTOM,
    x: { domain: [0, rtts.length], axis: null },
    y: { domain: [losses.length, 0], axis: null },
    color: {
      type: 'diverging-log',
      scheme: 'PuOr',
      pivot: 1,
      domain: [1 / MOST, MOST],
      clamp: true,
    },
    marks: [
      Plot.rect(tiles, {
        x1: 'column',
        x2: ({ column }: Tile) => column + 1,
        y1: 'row',
        y2: ({ row }: Tile) => row + 1,
        fill: 'ratio',
        inset: 1,
      }),
      Plot.rect(holes, {
        x1: 'column',
        x2: ({ column }: Hole) => column + 1,
        y1: 'row',
        y2: ({ row }: Hole) => row + 1,
        fill: 'none',
        stroke: MUTED,
        strokeDasharray: '3,3',
        inset: 2,
      }),
      Plot.text(holes, {
        x: ({ column }: Hole) => column + 0.5,
        y: ({ row }: Hole) => row + 0.5,
        text: 'text',
        fill: MUTED,
      }),
      // Lines, not a pattern: an SVG pattern needs an id, and converters lose it.
      ...[true, false].map((dark) =>
        Plot.link(
          tiles.filter((tile) => !differsFromOne(tile) && isDark(tile) === dark).flatMap(stripes),
          {
            x1: 'x1',
            y1: 'y1',
            x2: 'x2',
            y2: 'y2',
            stroke: dark ? 'white' : 'black',
            strokeOpacity: dark ? 0.5 : 0.35,
          },
        ),
      ),
      ...text(({ ratio }) => ratioText(ratio), { fontSize: 15, fontWeight: 600, dy: -12 }),
      ...text(intervalText, { fontSize: 10, dy: 5 }),
      ...text(fewText, { fontSize: 10, dy: 18 }),
      ...rtts.map((rttMs, column) =>
        Plot.text([`${formatAsGiven(rttMs)} ms`], {
          x: () => column + 0.5,
          frameAnchor: 'bottom',
          dy: 13,
          fill: INK,
        }),
      ),
      ...losses.map((loss, row) =>
        Plot.text([`${formatAsGiven(100 * loss)} %`], {
          y: () => row + 0.5,
          frameAnchor: 'left',
          textAnchor: 'end',
          dx: -6,
          fill: INK,
        }),
      ),
      label('round-trip time (hatched: no difference shown)', { frameAnchor: 'bottom', dy: 28 }),
      label('loss', { frameAnchor: 'top-left', dx: -6, dy: -10, textAnchor: 'end' }),
      ...sides.map((text, index) =>
        label(text, { frameAnchor: 'top', dx: (8 - LEFT) / 2, dy: 4 - top + index * LINE_PX }),
      ),
      label(what, { frameAnchor: 'top', dx: (8 - LEFT) / 2, dy: -26 }),
    ],
  };
  return draw(texts, height, [{ x: 0, y: 0, width: WIDTH, height, options }]);
}

/** The ends of the scale need light text. */
function isDark({ ratio }: Tile): boolean {
  return Math.abs(Math.log(ratio)) > 0.75 * Math.log(MOST);
}

/** Diagonals across a tile. */
function stripes({ column, row }: Tile) {
  return Array.from({ length: 2 * STRIPES - 1 }, (_, index) => {
    const at = (index + 1) / STRIPES;
    const [from, to] = [Math.max(0, at - 1), Math.min(1, at)];
    return { x1: column + from, y1: row + (at - from), x2: column + to, y2: row + (at - to) };
  });
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].toSorted((a, b) => a - b);
}
