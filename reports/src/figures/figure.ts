import type { PayloadKind } from '@holbench/results/sample';
import type { Metric } from '@holbench/scenarios/metric';
import type { Variant } from '@holbench/variants/registry';
import type { FigureCaution } from './cautions.ts';
import type { Estimated } from './estimate.ts';

/** The cells that a figure is of. */
export interface Place {
  readonly network: string;
  readonly scenario: string;
  readonly kind: PayloadKind;
}

/** One row of the relation has one key. */
export interface FigureKey extends Place {
  /** Id of the variant. */
  readonly variant: string;
  /** Of a sweep; '' for the run's own factors. */
  readonly arm: string;
  /** Id of the metric. */
  readonly metric: string;
  /** '' for a metric without series. */
  readonly series: string;
}

/** One number of one variant, with everything that a reader needs to judge it. */
export interface Figure extends Place, Estimated {
  readonly variant: Variant;
  readonly arm: string;
  readonly metric: Metric;
  readonly series: string;
  /** False: in one round or more the client was the limiting party, or the browser held messages up. */
  readonly ranked: boolean;
  /** The limit of the browser that held messages up, in words; missing: none did. */
  readonly browserLimit?: string;
  /** This ÷ the best variant's, the median over the rounds that both have; null where none. */
  readonly ratio: number | null;
  /** What limits it, in some of its rounds or in all; empty where nothing that is checked does. */
  readonly cautions: readonly FigureCaution[];
  /** Ids of the cells that it comes from, or that say why it is missing. */
  readonly cells: readonly string[];
}

export function placeKey({ network, scenario, kind }: Place): string {
  return JSON.stringify([network, scenario, kind]);
}

export function keyText({ variant, arm, metric, series, ...place }: FigureKey): string {
  return JSON.stringify([placeKey(place), variant, arm, metric, series]);
}

export function keyOf({ variant, metric, ...rest }: Figure): FigureKey {
  return { ...rest, variant: variant.id, metric: metric.id };
}
