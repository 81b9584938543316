import { publishedFigure, type PublishedRow, publishedScenario } from './published-tables.ts';

/** Where a published figure stands. */
interface PublishedPlace {
  readonly table: number;
  /** Code of the variant, e.g. `C1`. */
  readonly code: string;
  readonly column: string;
  /** The published row that the figure is in. */
  readonly row: PublishedRow;
}

/** Rows that repeat another server's figures, by table and code. */
const COPIED = ['9/B2', '10/B2', '11/B2', '12/C1'];
const isStatistic = (column: string) => column.endsWith('(ms)');
const isPercentile = (column: string) => /^p\d/.test(column);

/**
 * Faults of the published tables that a reader of their figures must know, by their footnote marks.
 * Why each matters: docs/how-it-measures.md.
 */
export const KNOWN_DEFECTS: readonly {
  readonly mark: string;
  readonly text: string;
  readonly applies: (figure: PublishedPlace) => boolean;
}[] = [
  {
    mark: 'a',
    text: 'Published as HTTP/3, but the browser used HTTP/2: Chromium refuses QUIC with a private CA unless told otherwise.',
    applies: ({ code }) => code === 'C1',
  },
  {
    mark: 'b',
    text: 'A copied row: tables 9 and 10 give B1’s figures for B2, table 11 gives A3’s for B2, table 12 gives A3’s for C1.',
    applies: ({ table, code, column }) =>
      COPIED.includes(`${table}/${code}`) && isStatistic(column) && column !== 'Min (ms)',
  },
  {
    mark: 'c',
    text: 'A percentile that its n cannot support (p99 of 61 users; p50, p95 and p99 of one).',
    applies: ({ column, row }) =>
      isPercentile(column) &&
      (publishedFigure(row, 'vusers created') ?? 0) < (column.startsWith('p99') ? 100 : 20),
  },
  {
    mark: 'd',
    text: 'Computed over the users that survived; those that failed are left out.',
    applies: ({ column, row }) =>
      isStatistic(column) && (publishedFigure(row, 'vusers failed') ?? 0) > 0,
  },
  {
    mark: 'e',
    text: 'Binary data went as base64 in JSON on every transport, which measures JSON.parse.',
    applies: ({ table }) => publishedScenario(table).kind === 'binary',
  },
];

/** What is wrong with every published figure. */
export const GENERAL_DEFECTS: readonly string[] = [
  'The network is not stated, and the traffic shaper of that lab matched TCP only.',
  'One repetition, the servers in a fixed order, readiness by a sleep of 6 s.',
  'Percentiles come from histogram buckets: p50 of one value differs from that value.',
];

export function defectMarks(place: PublishedPlace): string[] {
  return KNOWN_DEFECTS.filter(({ applies }) => applies(place)).map(({ mark }) => mark);
}
