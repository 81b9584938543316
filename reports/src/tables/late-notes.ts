import { SCHEDULE_TABLE } from '@holbench/scenarios/schedule-metrics';
import type { Sentence } from '../document/block.ts';
import { withUnit } from '../document/figure-text.ts';
import type { Figure } from '../figures/figure.ts';
import { nameOf } from '../verdicts/sentences.ts';

/**
 * Names the variants of one place whose messages left their pages late: that part of a latency is
 * neither the server's nor the network's. None where all were on time, or nothing was recorded.
 */
export function lateNotes(figures: readonly Figure[]): Sentence[] {
  const late = figures.filter(
    ({ metric, value }) =>
      metric.table === SCHEDULE_TABLE && value !== null && value > (metric.noteAbove ?? Infinity),
  );
  if (late.length === 0) return [];
  const each = [...Map.groupBy(late, nameOf)].map(([name, own]) => {
    const values = own.map((figure) => `${figure.metric.title} ${withUnit(figure)}`);
    return `${name} (${values.join(', ')})`;
  });
  return [
    [
      `Messages were sent late, which their latencies include: ${each.join('; ')}. The page or the machine was busy.`,
    ],
  ];
}
