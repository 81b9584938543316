import { intervalText, valueText, withUnit } from '@holbench/reports/document/figure-text';
import { plural } from '@holbench/reports/document/format';
import { armSettings, settingsText } from '@holbench/reports/figures/arm-settings';
import { type Figure, keyOf, type Place } from '@holbench/reports/figures/figure';
import type { Report } from '@holbench/reports/report';
import { WAITS } from '@holbench/reports/verdicts/wait';
import { BESIDE } from '@holbench/scenarios/headline';
import type { OverviewRow } from './race.ts';

/** What all rounds say of each variant and arm at a place, the shortest delay first. */
export function overviewRows(
  { data, relation }: Pick<Report, 'data' | 'relation'>,
  place: Place,
): OverviewRow[] {
  const chosen = (metrics: readonly string[]) => relation.chosen(place, metrics);
  const delays = relation
    .at(place)
    .filter(({ metric, cells }) => metric.id === chosen(BESIDE.delay) && cells.length > 0);
  const average = (delay: Figure, metrics: readonly string[]) => {
    const figure = relation.find({ ...keyOf(delay), metric: chosen(metrics) });
    return figure === null ? '–' : minus(withUnit(figure));
  };
  const lostOf = (delay: Figure) =>
    relation.find({ ...keyOf(delay), metric: chosen(WAITS.middle), series: 'retransmission' })
      ?.value ?? null;
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
      lostMs: lostOf(delay),
    }))
    .toSorted((a, b) => (a.delayMs ?? Infinity) - (b.delayMs ?? Infinity));
}

/** `928.0 ms (452.3–2,230; 8 rounds)`; why there is none. */
export function delayText(figure: Figure): string {
  if (figure.value === null) return valueText(figure);
  const interval = intervalText(figure);
  const rounds = plural(figure.rounds, 'round');
  return minus(`${withUnit(figure)} (${interval === '' ? '' : `${interval}; `}${rounds})`);
}

/** A number below 0 has a minus, not a hyphen. */
function minus(text: string): string {
  return text.replaceAll(/-(?=\d)/g, '−');
}
