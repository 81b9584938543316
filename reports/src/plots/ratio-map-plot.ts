import * as Plot from '@observablehq/plot';
import { formatAsGiven } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
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

const ROW = 52;
const TOP = 30;
const BOTTOM = 46;
/** Ratios beyond this, or under its inverse, have the same colour. */
const MOST = 4;
const STRIPES = 6;

const WHAT = {
  latency: 'median latency of a small load beside the transfer',
  goodput: 'goodput of the transfer',
} as const;

const SHORT = { latency: 'latency of a load', goodput: 'goodput of the bulk' } as const;

/** HTTP/3 ÷ HTTP/2 over round-trip time and loss, where networks differ in them alone. */
export function ratioMapPlots(data: ReportData, of: RatioOf): Picture[] {
  return ratioMaps(data, of).map((map) => {
    const { base, over, under, cells } = map;
    const title = `${over} ÷ ${under} over ${base} by round-trip time and loss: ${WHAT[of.compared]} (${of.scenario})`;
    const alt = `${cells.map(cellText).join('. ')}.`;
    return {
      id: plotId('ratio', of.scenario, of.compared, over, under, base),
      network: cells[0]?.network ?? base,
      topic: of.scenario,
      title,
      alt,
      note: `Over 1 (orange): ${over} has more of it; under 1 (violet): ${under} has. Median of the ratios of each round, its 95 % interval below. Hatched: the interval includes 1, or there are fewer than four rounds, so that no difference is shown. Round-trip time and loss as configured.`,
      svg: svgOf(map, of.compared, { title, alt }),
    };
  });
}

interface Tile extends RatioCell {
  readonly column: number;
  readonly row: number;
}

function svgOf(
  { cells, over, under }: RatioMap,
  of: Compared,
  texts: { readonly title: string; readonly alt: string },
): string {
  const rtts = distinct(cells.map(({ rttMs }) => rttMs));
  // The greatest loss on top.
  const losses = distinct(cells.map(({ loss }) => loss)).toReversed();
  const tiles = cells.map((cell): Tile => ({
    ...cell,
    column: rtts.indexOf(cell.rttMs),
    row: losses.indexOf(cell.loss),
  }));
  const height = TOP + losses.length * ROW + BOTTOM;
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
    marginLeft: 58,
    marginRight: 8,
    marginTop: TOP,
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
      // Lines, not a pattern: an SVG pattern needs an id, and converters lose it.
      Plot.link(tiles.filter((tile) => !differsFromOne(tile)).flatMap(stripes), {
        x1: 'x1',
        y1: 'y1',
        x2: 'x2',
        y2: 'y2',
        stroke: 'black',
        strokeOpacity: 0.35,
      }),
      ...text(({ ratio }) => ratioText(ratio), { fontSize: 15, fontWeight: 600, dy: -6 }),
      ...text(intervalText, { fontSize: 10, dy: 11 }),
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
      label(`${over} ÷ ${under}: ${SHORT[of]}`, { frameAnchor: 'top', dy: -16 }),
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
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}

function intervalText({ interval, rounds }: RatioCell): string {
  if (interval === null) return `${rounds} round`;
  return `${ratioText(interval.low)} – ${ratioText(interval.high)}`;
}

function cellText(cell: RatioCell): string {
  const { rttMs, loss, ratio } = cell;
  const shown = differsFromOne(cell) ? '' : ', no difference shown';
  return `${formatAsGiven(rttMs)} ms and ${formatAsGiven(100 * loss)} % loss: ${ratioText(ratio)} (${intervalText(cell)})${shown}`;
}
