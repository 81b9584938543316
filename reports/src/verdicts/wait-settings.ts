import { BESIDE } from '@holbench/scenarios/headline';
import type { Variant } from '@holbench/variants/registry';
import { armSettings, settingsText } from '../figures/arm-settings.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { armKey } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import { type Change, changeFrom, fromTo, isTypical, isOf, type Waits, waitsAt } from './wait.ts';

/** What a setting changes in the waits of a variant. */
export interface Setting extends Change {
  /** `--notsent-lowat 16k` */
  readonly text: string;
}

/** What a run has of a variant at a place: its baseline, and what other settings make of it. */
export interface VariantWaits {
  readonly variant: Variant;
  /** With the run’s own factors; null: in too many rounds the messages were given up. */
  readonly own: Waits | null;
  /** The median wait of all messages, of which that is true, too. */
  readonly median: Figure;
  readonly settings: readonly Setting[];
}

type Measured = Pick<Report, 'data' | 'relation'>;

/**
 * The messages of each variant with the run’s own factors, and what each of its arms changes, over the same connections.
 * Where the messages of the baseline were given up, the change is that of the averages of median waits, of which one is
 * a bound.
 */
export function variantWaits({ data, relation }: Measured, place: Place): VariantWaits[] {
  const all = waitsAt(relation, place, 'during');
  const givenUp = givenUpAt(relation, place);
  const medianOf = ({ id }: Variant, arm: string) =>
    relation.find({ ...place, variant: id, arm, metric: BESIDE.during, series: '' });
  return recordedVariants(relation, place).flatMap((variant): VariantWaits[] => {
    const median = medianOf(variant, '');
    if (median === null) return [];
    const is = (of: Waits) => of.variant === variant;
    const found = all.find((of) => is(of) && of.arm === '');
    const own = found && isTypical(found) ? found : null;
    const change = (waits: Waits): Change => {
      if (own !== null) return changeFrom(own, waits);
      const other = medianOf(variant, waits.arm) ?? waits.total;
      return { waits, parts: [], total: fromTo(other, median) };
    };
    const arms = [...all, ...givenUp].filter((of) => is(of) && of.arm !== '');
    const settings = arms.map((waits): Setting => ({
      ...change(waits),
      text: settingsText(armSettings(data, waits.total)),
    }));
    return [{ variant, own, median, settings }];
  });
}

/** With the run’s own factors: those whose paths were recorded, also where every message was given up. */
function recordedVariants(relation: Measured['relation'], place: Place): Variant[] {
  const own = relation
    .at(place)
    .filter(
      ({ metric, arm, value, failed }) =>
        isOf(metric, 'during') && arm === '' && (value !== null || failed > 0),
    );
  return [...new Set(own.map(({ variant }) => variant))];
}

/** Those whose paths were recorded, and whose messages were given up in every round: without a part. */
function givenUpAt(relation: Measured['relation'], place: Place): Waits[] {
  const recorded = relation.at(place).filter(({ metric }) => isOf(metric, 'during'));
  return [...Map.groupBy(recorded, armKey).values()].flatMap((figures): Waits[] => {
    const total = figures.find(({ failed }) => failed > 0);
    if (total === undefined || figures.some(({ value }) => value !== null)) return [];
    return [{ variant: total.variant, arm: total.arm, parts: [], total }];
  });
}
