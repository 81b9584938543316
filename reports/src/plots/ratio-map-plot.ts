import { ENOUGH_ROUNDS } from '../model/enough-rounds.ts';
import { formatAsGiven, plural } from '../model/format.ts';
import { LINK_TOLERANCE } from '../model/least-difference.ts';
import type { ReportData } from '../model/report-data.ts';
import { armText, leftToTables } from './arms.ts';
import { plotId } from './plot-id.ts';
import type { Plot } from './plot.ts';
import { differsFromOne, type RatioCell, ratioMaps, type RatioOf } from './ratio-map-data.ts';
import { drawRatioMap } from './ratio-map-picture.ts';
import { fewText, intervalText, ratioText } from './ratio-text.ts';

/** A sweep of many arms has more maps than can be compared. */
const MOST_MAPS = 8;

const WHAT = {
  latency: 'median latency of a small load beside the transfer',
  goodput: 'goodput of the transfer',
} as const;

/** HTTP/3 ÷ HTTP/2 over round-trip time and loss, where networks differ in them alone. */
export function ratioMapPlots(data: ReportData, of: RatioOf): Plot[] {
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
      note: `Over 1 (orange): ${over} has more of it; under 1 (violet): ${under} has. Median of the ratios of each round, its 95 % interval below. Hatched: no difference is shown, as the interval includes 1, the ratio is within ${formatAsGiven(100 * LINK_TOLERANCE)} % of it, which a link may be off its configuration, or there are fewer than ${ENOUGH_ROUNDS} rounds. Dashed: no round in which both count. Round-trip time and loss as configured.${rest}`,
      svg: drawRatioMap(map, { title, alt, what: WHAT[of.compared] }),
    };
  });
}

function cellText(cell: RatioCell): string {
  const rounds = fewText(cell) || plural(cell.rounds, 'round');
  const remarks = [intervalText(cell), rounds].filter((text) => text !== '');
  const shown = differsFromOne(cell) ? '' : ', no difference shown';
  return `${placeText(cell)}: ${ratioText(cell.ratio)} (${remarks.join(', ')})${shown}`;
}

function emptyText(place: Pick<RatioCell, 'rttMs' | 'loss'>): string {
  return `${placeText(place)}: no valid pair`;
}

function placeText({ rttMs, loss }: Pick<RatioCell, 'rttMs' | 'loss'>): string {
  return `${formatAsGiven(rttMs)} ms and ${formatAsGiven(100 * loss)} % loss`;
}
