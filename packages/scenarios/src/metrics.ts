import type { Metric } from './metric.ts';
import { folderOf, SCENARIO_IDS } from './registry.ts';
import { RESOURCE_METRICS } from './resource-metrics.ts';

/** The metrics of a scenario: `metrics.ts` of its folder, then what every cell used. */
async function metricsOf(id: string): Promise<readonly Metric[]> {
  const { metrics }: { metrics: readonly Metric[] } = await import(`./${folderOf(id)}/metrics.ts`);
  return [...metrics, ...RESOURCE_METRICS];
}

/** The metrics of every scenario, by its id. */
export async function allMetrics(): Promise<ReadonlyMap<string, readonly Metric[]>> {
  const entries = SCENARIO_IDS.map(async (id) => [id, await metricsOf(id)] as const);
  return new Map(await Promise.all(entries));
}
