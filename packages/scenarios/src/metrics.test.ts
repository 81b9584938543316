import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Formula, formulasOf } from './formulas.ts';
import { METRICS } from './metrics.ts';
import { RESOURCE_METRICS } from './resource-metrics.ts';
import { scenarioOf } from './registry.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/reference/formulas.md');
const [BEGIN, END] = ['<!-- formulas: begin -->', '<!-- formulas: end -->'];

test.each([...METRICS.keys()])('the metrics of %s have ids of their own, and formulas', (id) => {
  const metrics = METRICS.get(id) ?? [];
  const ids = metrics.map((metric) => metric.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { title, definition } of metrics) {
    expect(title).not.toMatch(/\(/);
    expect(definition.length).toBeGreaterThan(5);
  }
});

test('docs/reference/formulas.md has every formula', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const [, after] = rest.split(END);
  const printed = new Set<string>();
  const tables = [...METRICS].flatMap(([id, metrics]) => {
    const own = metrics.filter((metric) => !RESOURCE_METRICS.includes(metric));
    const formulas = formulasOf(own).filter(({ definition }) => !printed.has(definition));
    for (const { definition } of formulas) printed.add(definition);
    const rest =
      formulas.length < formulasOf(own).length ? ['', 'The other formulas are above.'] : [];
    return [`### ${id} (${scenarioOf(id).title.toLowerCase()})`, ...rest, ...table(formulas)];
  });
  const resources = ['### Resources of every cell', ...table(formulasOf(RESOURCE_METRICS))];
  const all = [...tables, ...resources].join('\n');
  const remedy =
    'docs/reference/formulas.md lacks a metric: node_modules/.bin/vitest run --project unit packages/scenarios -u';
  await expect(`${before}${BEGIN}\n\n${all}${END}${after}`, remedy).toMatchFileSnapshot(DOCUMENT);
});

function table(formulas: readonly Formula[]): string[] {
  if (formulas.length === 0) return [''];
  const rows = formulas.map(({ ids, titles, unit, definition }) => {
    const code = ids.map((id) => `\`${id}\``).join(', ');
    return `| ${titles.join(', ')} | ${unit} | ${definition} | ${code} |`;
  });
  return ['', '| figure | unit | formula | metric |', '|---|---|---|---|', ...rows, ''];
}
