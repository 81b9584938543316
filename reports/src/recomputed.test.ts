import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { CENSORED } from './model/latencies.ts';
import { mergeRuns } from './model/merge-runs.ts';
import { buildReport } from './model/report.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** Value, interval and ratio to the best; null for what is not there. */
type Numbers = readonly (number | null)[];
const Line = v.tupleWithRest(
  [v.string(), v.string(), v.string()],
  v.nullable(v.union([v.number(), v.string()])),
);

/** What recompute.py made of the raw lines: table, row and column, then the numbers. */
const RECOMPUTED = new Map(
  (await readFile(join(FIXTURES, 'recomputed.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): [string, Numbers] => {
      const [table, row, column, ...numbers] = v.parse(Line, JSON.parse(line));
      return [
        place(table, row, column),
        numbers.map((each) => (typeof each === 'string' ? CENSORED : each)),
      ];
    }),
);

function place(table: string, row: string, column: string): string {
  return [table, uncoded(row), uncoded(column)].join(' / ');
}

/** `1a text, A1 node-ws` without the code of the server. */
function uncoded(text: string): string {
  return text.replaceAll(/(^|, )[A-Z]\d (?=[a-z])/g, '$1');
}

test('Python comes to the same numbers (else: python3 reports/fixtures/recompute.py)', async () => {
  const report = buildReport(mergeRuns([await readRun(join(FIXTURES, 'run'))]));
  const shown = [...report.networks, ...(report.factors ? [report.factors] : [])]
    .flatMap(({ tables }) => tables)
    .flatMap(({ id, columns, rows }) =>
      rows.flatMap(({ header, figures }) =>
        figures.map(({ value, interval, ratio }, index): [string, Numbers] => [
          place(id, header, columns[index] ?? ''),
          [value, interval?.low ?? null, interval?.high ?? null, ratio?.value ?? null],
        ]),
      ),
    )
    .filter(([, [value]]) => value !== null);
  expect(shown.map(([name]) => name).toSorted()).toEqual([...RECOMPUTED.keys()].toSorted());
  expect(shown.length).toBeGreaterThan(2_000);
  const differing = shown.flatMap(([name, numbers]) =>
    alike(numbers, RECOMPUTED.get(name) ?? []) ? [] : [[name, numbers, RECOMPUTED.get(name)]],
  );
  expect(differing).toEqual([]);
});

/** Equal, but for the order in which something was added up. */
function alike(a: Numbers, b: Numbers): boolean {
  return a.every((one, index) => {
    const other = b[index] ?? null;
    if (one === null || other === null) return one === other;
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
  });
}
