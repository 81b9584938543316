import type { PayloadKind } from './sample.ts';

/** Scenarios whose timed messages are small ones: they have no binary kind. */
const TEXT_ONLY: readonly string[] = ['4f', '4g', '5h'];

/** Whether a scenario has cells of a kind. */
export function hasKind(scenario: string, kind: PayloadKind): boolean {
  return kind === 'text' || !TEXT_ONLY.includes(scenario);
}
