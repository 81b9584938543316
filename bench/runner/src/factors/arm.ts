import type { Settings } from '@holbench/results/settings';
import { armName } from '@holbench/results/settings-text';
import type { Touched } from './factor.ts';
import { factorNamed } from './factors.ts';
import { combinations, type Sweep } from './sweep.ts';

/** One combination of a sweep. */
export interface Arm {
  /** How it differs from the run's settings: "notsent-lowat=16k+batch=1ms"; '' where it does not. */
  readonly name: string;
  readonly settings: Settings;
}

/** The arms of a cell: one for each combination that makes a difference to it, the run's own first. */
export function armsOf(
  { settings, sweep }: { readonly settings: Settings; readonly sweep: readonly Sweep[] },
  cell: Touched,
): Arm[] {
  // What is swept of a network makes networks.
  const swept = sweep.filter(({ factor }) => factorNamed(factor)?.touches(cell) ?? false);
  const arms = combinations(swept).map((values) => {
    const changes = Object.entries(values).flatMap(([id, text]) => {
      const factor = factorNamed(id);
      return factor ? [[factor.key, factor.parse(text, `--sweep ${id}`)]] : [];
    });
    const changed: Settings = { ...settings, ...Object.fromEntries(changes) };
    return { name: armName(changed, settings), settings: changed };
  });
  return arms.toSorted((a, b) => Number(a.name !== '') - Number(b.name !== ''));
}
