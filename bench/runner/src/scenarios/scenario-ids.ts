import type { ScenarioFeature } from '@holbench/factors/factor';
import { isHolb } from '@holbench/results/scenario-kinds';

/** The scenarios that the bench can run, in the order of the reports. */
export const SCENARIO_IDS = ['1a', '1b', '2c', '2d', '3e', '4f', '4g', '5h', '6i'] as const;

export type ScenarioId = (typeof SCENARIO_IDS)[number];

/** What decides which factors make a difference to a scenario. */
export function featuresOf(scenario: ScenarioId): readonly ScenarioFeature[] {
  if (isHolb(scenario)) return ['bulk'];
  return scenario === '3e' || scenario === '6i' ? ['subscribers'] : [];
}
