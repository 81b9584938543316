import { shown } from '@holbench/stats/round-number';
import { cautionsText } from './cautions.ts';
import type { Figure } from './figure.ts';

/** One value of a line: a number or text of a file that a program reads. */
export type ColumnValue = string | number | boolean | null;

/** A figure as one line of a file, unrounded; docs/reference/data.md describes the columns. */
export function figureColumns(figure: Figure): Record<string, ColumnValue> {
  const { metric } = figure;
  return {
    network: figure.network,
    scenario: figure.scenario,
    kind: figure.kind,
    variant: figure.variant.id,
    arm: figure.arm,
    metric: metric.id,
    series: figure.series,
    unit: metric.unit,
    direction: metric.better ?? '',
    value: figure.value,
    low: figure.low,
    high: figure.high,
    coverage: figure.coverage,
    rounds: figure.rounds,
    points: figure.points
      .map(shown)
      .map(({ value, bound }) => `${bound}${value}`)
      .join(' '),
    n: figure.n,
    failed: figure.failed,
    censored: figure.bound === '≥',
    at_most: figure.bound === '≤',
    survivors: figure.survivors,
    ranked: figure.ranked,
    browser_limit: figure.browserLimit ?? '',
    cautions: cautionsText(figure),
    ratio_to_best: figure.ratio,
    state: figure.state,
    why: figure.why,
    cells: figure.cells.join(' '),
  };
}
