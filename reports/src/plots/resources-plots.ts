import type { CellResources } from '@holbench/results/resources';
import { formatNumber } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
import { armText, byPicture, type PicturePart } from './arms.ts';
import { dotRows } from './dot-rows.ts';
import { plotId } from './plot-id.ts';
import type { Plot } from './plot.ts';
import { cpuSecondsPerGb, serverPeakMib, type UsedByVariant, usedData } from './resources-data.ts';

interface Quantity {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly column: string;
  readonly note: string;
  readonly value: (resources: CellResources) => number | null;
}

const QUANTITIES: readonly Quantity[] = [
  {
    id: 'cpu-per-gb',
    title: 'CPU time of server and proxy per GB moved',
    unit: 'CPU seconds per GB, logarithmic',
    column: 's/GB',
    note: 'CPU seconds of the server and the proxy in front of it over the GB (10⁹ bytes of IP packets, both directions) that arrived.',
    value: cpuSecondsPerGb,
  },
  {
    id: 'rss',
    title: 'Peak memory of the server',
    unit: 'MiB resident, logarithmic',
    column: 'MiB',
    note: 'Most that the server’s processes had resident at once, in MiB; without a proxy in front of it.',
    value: serverPeakMib,
  },
];

/** None where the run has not stored what its cells used. */
export function resourcePlots(data: ReportData, network: string): Plot[] {
  return QUANTITIES.flatMap((quantity) =>
    byPicture(usedData(data, network, quantity.value)).flatMap((part) =>
      part.shown.length === 0 ? [] : [picture(network, quantity, part)],
    ),
  );
}

function picture(
  network: string,
  { id, title: what, unit, column, note }: Quantity,
  { variant, shown, rest }: PicturePart<UsedByVariant>,
): Plot {
  const whose = variant === null ? '' : ` (${variant.id})`;
  const title = `${what}${whose} over ${network}`;
  const groups = shown.map(({ used, ...of }) => ({
    ...of,
    rows: used.map((each) => ({
      label: `${each.scenario} ${each.kind}`,
      value: each.value,
      interval: each.interval,
      singles: each.rounds,
      text: formatNumber(each.value),
      symbol: 'circle' as const,
    })),
  }));
  const alt = `${groups
    .map(
      ({ rows, ...of }) =>
        `${armText(of)}: ${rows.map(({ label, text }) => `${label} ${text} ${column}`).join(', ')}`,
    )
    .join('. ')}.`;
  return {
    id: plotId(id, ...(variant === null ? [] : [variant.id]), network),
    network,
    topic: 'resources',
    title,
    alt,
    note: `${note} Large dot: median over rounds, small dots: single rounds, thick line: 95 % interval.${rest}`,
    svg: dotRows(groups, { title, alt, scale: 'log', unit, column }),
  };
}
