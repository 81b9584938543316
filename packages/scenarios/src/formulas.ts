import type { Metric, Unit } from './metric.ts';

/** Metrics that share a formula. */
export interface Formula {
  readonly ids: readonly string[];
  readonly titles: readonly string[];
  readonly unit: Unit;
  readonly definition: string;
}

/** The formulas of metrics, each once, in their order. */
export function formulasOf(metrics: readonly Metric[]): Formula[] {
  const groups = Map.groupBy(metrics, ({ definition, unit }) => `${unit} ${definition}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const { unit, definition } = first;
    const titles = [...new Set(alike.map(({ title }) => title))];
    return [{ ids: alike.map(({ id }) => id), titles, unit, definition }];
  });
}
