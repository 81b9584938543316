import type { TableBlock, TableRow } from '../document/block.ts';
import { idText } from '../document/id-text.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { armKey, headerOf } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import { comparedCell, MISSING, pairedNote, roundsCell } from './factor-tables.ts';
import { tableId } from './table-id.ts';

/** Operations that are compared; a factor of writes makes no difference to the others. */
const OPERATIONS = ['list', 'load', 'mutate', 'deliver', 'create'] as const;
const OPERATIONS_OF: Readonly<Record<string, readonly string[]>> = {
  persistence: ['mutate', 'deliver', 'create'],
};

const COLUMNS = {
  text: { 'rate-64': 'rate', 'cpu-64': 'CPU', 'p99-64': 'p99' },
  binary: {
    'first-byte-1': 'first byte, alone',
    'last-byte-1': 'last byte, alone',
    'first-byte-64': 'first byte, 64 at once',
    'last-byte-64': 'last byte, 64 at once',
    'file-peak-rss-64': 'peak memory, 64 at once',
  },
} as const;

/** What each swept factor costs in the closed loops of a place, against the run’s own factors. */
export function costTables(report: Report, place: Place): TableBlock[] {
  const arms = report.relation.at(place).filter(({ arm, cells }) => arm !== '' && cells.length > 0);
  const swept = Map.groupBy(arms, ({ arm }) => factorsIn(arm).join(' + '));
  return [...swept].map(([factors, figures]) => costTable(report, place, factors, figures));
}

/** `persistence` of `persistence=fsync`. */
function factorsIn(arm: string): string[] {
  return arm.split('+').map((each) => each.split('=')[0] ?? each);
}

function costTable(
  report: Report,
  place: Place,
  factors: string,
  figures: readonly Figure[],
): TableBlock {
  const columns = Object.entries(COLUMNS[place.kind]);
  const operations = OPERATIONS_OF[factors] ?? OPERATIONS;
  const groups = place.kind === 'text' ? operations : [''];
  return {
    block: 'table',
    id: `${tableId(place, report.data.manifest.networks.length)}-cost-${idText(factors)}`,
    title: `Cost of ${factors}, ${place.kind === 'text' ? '64 clients' : 'files'}`,
    header: ['Server, factors', ...columns.map(([, title]) => `${title} ÷ baseline`), 'rounds'],
    rows: groups.flatMap((series) =>
      [...Map.groupBy(figures, armKey).values()].map((own): TableRow => {
        const found = columns.map(
          ([id]) => own.find((each) => each.metric.id === id && each.series === series) ?? null,
        );
        const [first] = found.flatMap((figure) => figure ?? []);
        return {
          ...(series === '' ? {} : { group: series }),
          cells: [
            { text: [own[0] === undefined ? '' : headerOf(own[0])] },
            ...found.map((figure) => comparedCell(report, figure, { arm: '' })),
            first === undefined ? MISSING : roundsCell(first),
          ],
        };
      }),
    ),
    notes: [
      ['Baseline: the same variant with the run’s own factors.'],
      [pairedNote('round', 'a seed')],
    ],
  };
}
