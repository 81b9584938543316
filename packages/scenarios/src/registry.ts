import type { ScenarioFeature } from '@holbench/factors/factor';
import type { ParameterName } from '@holbench/results/parameters';
import type { Workload } from '@holbench/results/workload';
import { SCENARIOS } from './index.ts';
import type { Direction, Scenario, ScenarioFamily } from './scenario.ts';

export { SCENARIOS } from './index.ts';

export const SCENARIO_IDS: readonly string[] = SCENARIOS.map(({ id }) => id);

/** Ids, each once, in that order; those of another version of the lab come last. */
export function inOrder(ids: Iterable<string>): string[] {
  const all = new Set(ids);
  return [...SCENARIO_IDS.filter((id) => all.delete(id)), ...all];
}

/** @returns null for the scenario of another version of the lab. */
export function findScenario(id: string): Scenario | null {
  return SCENARIOS.find((scenario) => scenario.id === id) ?? null;
}

/** @throws Error naming the known ids, for an unknown one. */
export function scenarioOf(id: string): Scenario {
  const found = findScenario(id);
  if (!found) throw new Error(`unknown scenario "${id}"; known: ${SCENARIO_IDS.join(', ')}`);
  return found;
}

/** What the cells of a scenario obey; none of another version of the lab. */
export function parametersOf(id: string): readonly ParameterName[] {
  return findScenario(id)?.parameters ?? [];
}

export function hasFeature(id: string, feature: ScenarioFeature): boolean {
  return findScenario(id)?.features.includes(feature) ?? false;
}

/** Whether the cells of a scenario open fresh connections beside a transfer. */
export function hasConnections(id: string): boolean {
  return findScenario(id)?.parameters.includes('connections') ?? false;
}

export function scenariosOf(family: ScenarioFamily): readonly Scenario[] {
  return SCENARIOS.filter((scenario) => scenario.family === family);
}

/** @throws Error for a scenario without one, or an unknown id. */
export function directionOf(id: string): Direction {
  const { direction } = scenarioOf(id);
  if (!direction) throw new Error(`the scenario ${id} moves data both ways`);
  return direction;
}

/** Whether a scenario times small messages beside a bulk transfer. */
export function isBesideBulk(id: string): boolean {
  return findScenario(id)?.family === 'beside-bulk';
}

/** Size in bytes of the files that a scenario moves. */
export function fileBytesOf(workload: Workload, id: string): number {
  return workload[findScenario(id)?.files ?? 'fileBytes'];
}
