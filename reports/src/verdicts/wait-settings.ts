import { firstLike } from '../figures/baseline.ts';
import { armSettings, settingsText } from '../figures/arm-settings.ts';
import { delayOutcome, type DelayOutcome, ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure, Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { networkText } from '../document/place-name.ts';
import { type Change, changeFrom, type Waits, waitsAt } from './wait.ts';

/** What a setting changes in the waits of a variant. */
export interface Setting extends Change {
  /** `--notsent-lowat 16k`, `network 4g+queue=50ms`. */
  readonly text: string;
  /** In how many settings it differs from the baseline. */
  readonly count: number;
}

/** What a run has of a variant at a place: its baseline, and what other settings make of it. */
export interface VariantWaits {
  /** With the run’s own factors. */
  readonly own: Waits;
  readonly settings: readonly Setting[];
}

type Measured = Pick<Report, 'data' | 'relation'>;

/**
 * The middle messages of each variant with the run’s own factors, and what each of its arms, and each
 * other network of the same profile, changes: as differences of the same rounds.
 */
export function variantWaits({ data, relation }: Measured, place: Place): VariantWaits[] {
  const all = waitsAt(relation, place, 'middle');
  const { config } = data.manifest;
  const { networks } = config;
  const others = networks
    .filter((id) => id !== place.network && firstLike(networks, id) === place.network)
    .flatMap((network) => waitsAt(relation, { ...place, network }, 'middle'));
  return all.flatMap((own): VariantWaits[] => {
    if (own.arm !== '') return [];
    const arms = all.filter(({ variant, arm }) => variant === own.variant && arm !== '');
    const over = others.filter(({ variant, arm }) => variant === own.variant && arm === '');
    return [
      {
        own,
        settings: [
          ...arms.map((waits): Setting => {
            const settings = armSettings(data, waits.total);
            const text = settingsText(settings);
            return { ...changeFrom(own, waits, config), text, count: settings.length };
          }),
          ...over.map((waits): Setting => ({
            ...changeFrom(own, waits, config),
            text: networkText(waits.total.network),
            count: 1,
          })),
        ],
      },
    ];
  });
}

/** What a change is shown to be; `few`: its rounds are too few to show anything. */
export type ChangeOutcome = DelayOutcome | 'few' | 'unknown';

export function changeOutcome(change: Figure): ChangeOutcome {
  if (change.value === null) return 'unknown';
  return change.rounds < ENOUGH_ROUNDS ? 'few' : delayOutcome(change);
}
