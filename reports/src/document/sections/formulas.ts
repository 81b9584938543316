import { formulasOf } from '@holbench/scenarios/formulas';
import type { Metric } from '@holbench/scenarios/metric';
import { findScenario } from '@holbench/scenarios/registry';
import { RESOURCES_TABLE, RESOURCE_METRICS } from '@holbench/scenarios/resource-metrics';
import type { SectionOf } from '../../report.ts';
import type { Section, TableBlock } from '../block.ts';
import { unitText } from '../figure-text.ts';
import { textTable } from '../text-table.ts';

/** How every figure of the run is computed, as its metric defines it. */
export const formulasSection: SectionOf = ({ relation }) => {
  const scenarios = Map.groupBy(relation.figures, ({ scenario }) => scenario);
  const tables = [...scenarios].map(([scenario, figures]): Section => {
    const metrics = new Set(figures.map(({ metric }) => metric));
    const own = [...metrics].filter(({ table }) => table !== RESOURCES_TABLE);
    const title = `${scenario}: ${findScenario(scenario)?.title ?? ''}`;
    const id = `formulas-${scenario}`;
    return { id, title, blocks: [formulaTable(`${id}-table`, own)] };
  });
  const resources: Section = {
    id: 'formulas-resources',
    title: 'Resources of a cell',
    blocks: [formulaTable('formulas-resources-table', RESOURCE_METRICS)],
  };
  return {
    id: 'formulas',
    title: 'Every figure, by its formula',
    blocks: [
      {
        block: 'prose',
        text: [
          't is the intended time of an operation, d its duration, t + d its end. A formula gives one number per round, or per connection, and the figure is the median of these unless it says otherwise; sums and maxima are over all rounds together. p50, p95 and p99 are nearest ranks of the operations of a round, failed ones last. docs/reference/formulas.md has the statistics.',
        ],
      },
      ...[...tables, resources].map((section) => ({ block: 'section' as const, section })),
    ],
  };
};

function formulaTable(id: string, metrics: readonly Metric[]): TableBlock {
  return textTable({
    id,
    look: 'prose',
    header: ['Figure', 'Unit', 'Formula', 'Metric'],
    rows: formulasOf(metrics).map(({ titles, unit, definition, ids }) => [
      titles.join(', '),
      unitText(unit),
      definition,
      ids.join(', '),
    ]),
  });
}
