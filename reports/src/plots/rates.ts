import { scenariosOf } from '@holbench/scenarios/registry';
import { byArm } from './arms.ts';
import type { PlotSource } from './draw.ts';
import { MARKS } from './measures.ts';
import type { Plot } from './plot.ts';
import { type Row, rowPlots } from './rows.ts';

/** The pictures of files in closed loops are those of another topic. */
export function filesTopic(scenario: string): string {
  return `${scenario}-files`;
}

const IDS = scenariosOf('rates').map(({ id }) => id);

const QUANTITIES = [
  {
    id: 'rates',
    kind: 'text',
    title: 'Operations per second by 64 clients',
    label: 'operations per second, logarithmic',
    note: 'Operations per second in a closed loop of 64 clients. Higher is faster.',
    rows: { 'rate-64': '' },
  },
  {
    id: 'file-memory',
    kind: 'binary',
    title: 'Peak memory while files are read',
    label: 'MiB resident, logarithmic',
    note: 'Peak resident memory of server and proxy.',
    rows: { 'file-peak-rss-1': '1 reader', 'file-peak-rss-64': '64 readers' },
  },
] as const;

/** What servers do in the closed loops: a row per operation, or per number of readers. */
export function ratePlots({ data, relation }: PlotSource): Plot[] {
  return data.manifest.networks.flatMap(({ profile: { id: network } }) =>
    relation
      .placesOver(network, ({ scenario }) => IDS.includes(scenario))
      .flatMap((place) =>
        QUANTITIES.filter(({ kind }) => kind === place.kind).flatMap(
          ({ id, title, rows, ...of }) => {
            const labels = new Map<string, string>(Object.entries(rows));
            const groups = byArm(relation.at(place)).map(({ figures, ...arm }) => ({
              ...arm,
              rows: figures.flatMap((figure): Row[] => {
                const label = labels.get(figure.metric.id);
                if (label === undefined || figure.value === null) return [];
                return [{ label: label || figure.series, figure }];
              }),
            }));
            return rowPlots(groups, {
              id: [id, place.scenario],
              network,
              topic: place.kind === 'text' ? place.scenario : filesTopic(place.scenario),
              title: (variant) =>
                `${title}${variant === '' ? '' : ` (${variant})`} over ${network} (${place.scenario})`,
              note: `${of.note} ${MARKS}`,
              label: of.label,
            });
          },
        ),
      ),
  );
}
