import type { PayloadKind } from './sample.ts';

/** Whether a scenario times small messages beside a bulk: 4f and 4g. */
export function isHolb(scenario: string): boolean {
  return scenario === '4f' || scenario === '4g';
}

/** Whether a scenario has cells of a kind: where small messages alone are timed, only of text. */
export function hasKind(scenario: string, kind: PayloadKind): boolean {
  return kind === 'text' || !(isHolb(scenario) || scenario === '5h' || scenario === '6i');
}
