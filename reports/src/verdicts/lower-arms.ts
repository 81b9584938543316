import type { Sentence } from '../document/block.ts';
import { difference } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { figurePart, listing } from './sentences.ts';

/**
 * Arms with a lower delay than the run’s own factors. A report tells nothing of other runs.
 */
export function lowerArms(own: Figure, judged: readonly Figure[]): Sentence[] {
  const lower = judged
    .filter(
      (each) =>
        each.variant === own.variant &&
        each.arm !== '' &&
        difference(each, own, own.metric.unit).is === 'lower',
    )
    // The last ones may be left out.
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const lead = [`The delay of ${own.variant.id} falls from `, figurePart(own), ' to '];
  return listing(lead, lower, (each) => [figurePart(each), ` with ${each.arm}`]);
}
