import { readFileSync } from 'node:fs';
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
