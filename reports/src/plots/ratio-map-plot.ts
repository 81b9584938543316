import * as Plot from '@observablehq/plot';
import { ENOUGH_ROUNDS } from '../model/enough-rounds.ts';
import { formatAsGiven, plural } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
import { armText, leftToTables } from './arms.ts';
import { draw } from './draw.ts';
import { plotId } from './plot-id.ts';
import type { Plot as Picture } from './plot.ts';
import {
  type Compared,
  differsFromOne,
  type RatioCell,
  type RatioMap,
  ratioMaps,
  type RatioOf,
} from './ratio-map-data.ts';
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
/** A sweep of many arms has more maps than can be compared. */
const MOST_MAPS = 8;

const WHAT = {
  latency: 'median latency of a small load beside the transfer',
  goodput: 'goodput of the transfer',
} as const;

/** HTTP/3 ÷ HTTP/2 over round-trip time and loss, where networks differ in them alone. */
export function ratioMapPlots(data: ReportData, of: RatioOf): Picture[] {
  const all = ratioMaps(data, of);
  const rest = leftToTables(all.length - MOST_MAPS);
  return all.slice(0, MOST_MAPS).map((map) => {
    const { base, cells, empty } = map;
    const [over, under] = [armText(map.over), armText(map.under)];
    const title = `${over} ÷ ${under} over ${base} by round-trip time and loss: ${WHAT[of.compared]} (${of.scenario})`;
    const alt = `${[...cells.map(cellText), ...empty.map(emptyText)].join('. ')}.`;
    const sides = [map.over, map.under].flatMap(({ variant, arm }) =>
      arm === '' ? [variant.id] : [variant.id, arm],
    );
    return {
      id: plotId('ratio', of.scenario, of.compared, ...sides, base),
      network: cells[0]?.network ?? base,
      topic: of.scenario,
      title,
      alt,
      note: `Over 1 (orange): ${over} has more of it; under 1 (violet): ${under} has. Median of the ratios of each round, its 95 % interval below. Hatched: no difference is shown, as the interval includes 1 or there are fewer than ${ENOUGH_ROUNDS} rounds. Dashed: no round in which both count. Round-trip time and loss as configured.${rest}`,
      svg: svgOf(map, of.compared, { title, alt }),
    };
  });
}

interface Hole {
  readonly column: number;
  readonly row: number;
}

interface Tile extends RatioCell {
  readonly column: number;
  readonly row: number;
}

function svgOf(
  { cells, empty, over, under }: RatioMap,
  of: Compared,
  texts: { readonly title: string; readonly alt: string },
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
      label(WHAT[of], { frameAnchor: 'top', dx: (8 - LEFT) / 2, dy: -26 }),
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

function ratioText(ratio: number): string {
  if (ratio >= 10) return ratio.toFixed(0);
  return ratio < 0.1 ? String(Number(ratio.toPrecision(2))) : ratio.toFixed(2);
}

function intervalText({ interval }: RatioCell): string {
  return interval === null ? '' : `${ratioText(interval.low)} – ${ratioText(interval.high)}`;
}

function fewText({ rounds }: RatioCell): string {
  return rounds < ENOUGH_ROUNDS ? `only ${plural(rounds, 'round')}` : '';
}

function cellText(cell: RatioCell): string {
  const remarks = [intervalText(cell), fewText(cell)].filter((text) => text !== '');
  const shown = differsFromOne(cell) ? '' : ', no difference shown';
  return `${placeText(cell)}: ${ratioText(cell.ratio)} (${[...remarks, plural(cell.rounds, 'round')].slice(0, 2).join(', ')})${shown}`;
}

function emptyText(place: Pick<RatioCell, 'rttMs' | 'loss'>): string {
  return `${placeText(place)}: no valid pair`;
}

function placeText({ rttMs, loss }: Pick<RatioCell, 'rttMs' | 'loss'>): string {
  return `${formatAsGiven(rttMs)} ms and ${formatAsGiven(100 * loss)} % loss`;
}
