import type { PayloadKind } from '@holbench/results/sample';

/**
 * The scenario that repeats each published table, by what the table shows of it and the table's
 * number for each kind. Data, as the tables are: the microbenchmark published these scenarios and
 * no others.
 */
const PUBLISHED = [
  { scenario: '1a', shows: 'batches', text: 1, binary: 3 },
  { scenario: '2c', shows: 'batches', text: 2, binary: 4 },
  { scenario: '1b', shows: 'page-load', text: 5, binary: 9 },
  { scenario: '1b', shows: 'load', text: 6, binary: 10 },
  { scenario: '2d', shows: 'page-load', text: 7, binary: 11 },
  { scenario: '2d', shows: 'create', text: 8, binary: 12 },
  { scenario: '3e', shows: 'page-load', text: 13, binary: 16 },
  { scenario: '3e', shows: 'session', text: 14, binary: 17 },
  { scenario: '3e', shows: 'rates', text: 15, binary: 18 },
] as const;

export interface PublishedScenario {
  readonly scenario: string;
  readonly kind: PayloadKind;
  readonly shows: (typeof PUBLISHED)[number]['shows'];
}

/** @throws Error for a table that no scenario repeats. */
export function publishedScenario(table: number): PublishedScenario {
  const found = PUBLISHED.find(({ text, binary }) => text === table || binary === table);
  if (!found) throw new Error(`no scenario repeats table ${table}`);
  return { ...found, kind: found.text === table ? 'text' : 'binary' };
}
