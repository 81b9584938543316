import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const row = v.record(
  v.string(),
  v.union([
    v.number(),
    v.string(),
    v.strictObject({ created: v.number(), completed: v.number(), failed: v.number() }),
  ]),
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

/** A published figure: `column` may be `vusers created` and the like. */
export function publishedFigure(
  published: PublishedRow | undefined,
  column: string,
): number | null {
  if (!published) return null;
  const { vusers } = published;
  const users = typeof vusers === 'object' ? Object.entries(vusers) : [];
  const [, figure = published[column]] = users.find(([name]) => column === `vusers ${name}`) ?? [];
  return typeof figure === 'number' ? figure : null;
}
