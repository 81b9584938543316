import { readFileSync } from 'node:fs';
import type { PayloadKind } from '@holbench/results/sample';
import * as v from 'valibot';

const vusers = v.strictObject({ created: v.number(), completed: v.number(), failed: v.number() });

/** A number of `vusers` becomes a column of its own: `vusers created`. */
const row = v.pipe(
  v.record(v.string(), v.union([v.number(), v.string(), vusers])),
  v.transform((fields) => {
    const columns = Object.entries(fields).flatMap(([column, value]) =>
      typeof value === 'object'
        ? Object.entries(value).map(([name, count]) => [`${column} ${name}`, count] as const)
        : [[column, value] as const],
    );
    return new Map(columns);
  }),
);

const PublishedTables = v.object({
  about: v.string(),
  tables: v.array(v.object({ table: v.number(), title: v.string(), rows: v.array(row) })),
});

/** One row as published: `Server` or `Batch Size`, then a figure per column. */
export type PublishedRow = v.InferOutput<typeof row>;
export type PublishedTable = v.InferOutput<typeof PublishedTables>['tables'][number];

const file = new URL('../../reference/published-tables.json', import.meta.url);
const { tables } = v.parse(PublishedTables, JSON.parse(readFileSync(file, 'utf8')));

/** The 18 tables of the microbenchmark that this lab succeeds, as it published them. */
export const PUBLISHED_TABLES: readonly PublishedTable[] = tables;

/** Conditions under which the published figures were taken. */
export const PUBLISHED_CONDITIONS = { fileBytes: 52_428_800, users: 61, mutations: 100 } as const;

export function publishedFigure(row: PublishedRow | undefined, column: string): number | null {
  const figure = row?.get(column);
  return typeof figure === 'number' ? figure : null;
}

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
