import { intervalText, valueText, withUnit } from '@holbench/reports/document/figure-text';
import { plural } from '@holbench/reports/document/format';
import type { Figure, Place } from '@holbench/reports/figures/figure';
import type { Relation } from '@holbench/reports/figures/relation';
import { averageFor } from '@holbench/scenarios/metric';

/** A metric of a place: a figure for each variant and arm. */
export function figuresOf(relation: Relation, place: Place, id: string): Figure[] {
  return relation.at(place).filter(({ metric }) => metric.id === id);
}

/** `928.0 ms (452.3–2,230; 8 rounds)`, `… 20 connections)`; why there is none. */
export function delayText(figure: Figure): string {
  if (figure.value === null) return valueText(figure);
  const interval = intervalText(figure);
  const rounds = plural(figure.rounds, averageFor(figure.metric).unit);
  return minus(`${withUnit(figure)} (${interval === '' ? '' : `${interval}; `}${rounds})`);
}

/** A number below 0 has a minus, not a hyphen. */
function minus(text: string): string {
  return text.replaceAll(/-(?=\d)/g, '−');
}
