import type { PayloadKind } from '@holbench/results/sample';

/** What a published table shows of a scenario. */
export type Shown = 'batches' | 'page-load' | 'load' | 'create' | 'sessions' | 'rates';

interface PublishedScenario {
  readonly scenario: string;
  readonly kind: PayloadKind;
  readonly shows: Shown;
}

/**
 * The scenario that repeats each published table, by the table's number. Data, as the tables are:
 * the microbenchmark published these scenarios and no others.
 */
export const PUBLISHED_SCENARIOS: Readonly<Record<number, PublishedScenario>> = {
  1: { scenario: '1a', kind: 'text', shows: 'batches' },
  2: { scenario: '2c', kind: 'text', shows: 'batches' },
  3: { scenario: '1a', kind: 'binary', shows: 'batches' },
  4: { scenario: '2c', kind: 'binary', shows: 'batches' },
  5: { scenario: '1b', kind: 'text', shows: 'page-load' },
  6: { scenario: '1b', kind: 'text', shows: 'load' },
  7: { scenario: '2d', kind: 'text', shows: 'page-load' },
  8: { scenario: '2d', kind: 'text', shows: 'create' },
  9: { scenario: '1b', kind: 'binary', shows: 'page-load' },
  10: { scenario: '1b', kind: 'binary', shows: 'load' },
  11: { scenario: '2d', kind: 'binary', shows: 'page-load' },
  12: { scenario: '2d', kind: 'binary', shows: 'create' },
  13: { scenario: '3e', kind: 'text', shows: 'page-load' },
  14: { scenario: '3e', kind: 'text', shows: 'sessions' },
  15: { scenario: '3e', kind: 'text', shows: 'rates' },
  16: { scenario: '3e', kind: 'binary', shows: 'page-load' },
  17: { scenario: '3e', kind: 'binary', shows: 'sessions' },
  18: { scenario: '3e', kind: 'binary', shows: 'rates' },
};
