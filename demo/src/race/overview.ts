import { intervalText, valueText, withUnit } from '@holbench/reports/document/figure-text';
import { plural } from '@holbench/reports/document/format';
import { armSettings, settingsText } from '@holbench/reports/figures/arm-settings';
import { type Figure, keyOf, type Place } from '@holbench/reports/figures/figure';
import type { Relation } from '@holbench/reports/figures/relation';
import type { Report } from '@holbench/reports/report';
import { averageFor } from '@holbench/scenarios/metric';
import { BESIDE } from '@holbench/scenarios/headline';
import type { OverviewRow } from './race.ts';

/** A metric of a place: a figure for each variant and arm. */
export function figuresOf(relation: Relation, place: Place, id: string): Figure[] {
  return relation.at(place).filter(({ metric }) => metric.id === id);
}

/** What all rounds, or connections, say of each variant and arm at a place, the shortest delay first. */
export function overviewRows(
  { data, relation }: Pick<Report, 'data' | 'relation'>,
  place: Place,
): OverviewRow[] {
  const delays = figuresOf(relation, place, BESIDE.delay).filter(({ cells }) => cells.length > 0);
  const average = (delay: Figure, metric: string) => {
    const figure = relation.find({ ...keyOf(delay), metric });
    return figure === null ? '–' : minus(withUnit(figure));
  };
  return delays
    .map((delay): OverviewRow => ({
      variant: delay.variant.id,
      code: delay.variant.code,
      title: delay.variant.title,
      settings: settingsText(armSettings(data, delay)),
      colour: delay.variant.colour,
      alone: average(delay, BESIDE.alone),
      beside: average(delay, BESIDE.during),
      delay: delayText(delay),
      delayMs: delay.value,
    }))
    .toSorted((a, b) => (a.delayMs ?? Infinity) - (b.delayMs ?? Infinity));
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
