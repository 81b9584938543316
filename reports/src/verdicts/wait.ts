import { averageFor, type Metric } from '@holbench/scenarios/metric';
import { GEOMETRIC_MEAN } from '@holbench/stats/average';
import { type WaitPart, PARTS } from '@holbench/wait/parts';
import { exactly, minus, plus, valueOf } from '@holbench/stats/round-number';
import type { Variant } from '@holbench/variants/registry';
import { against } from '../figures/baseline.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import { averageOf, meanOf } from '../figures/estimate.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { pairedByRound, type Point } from '../figures/pairs.ts';
import type { Relation } from '../figures/relation.ts';
import { armKey } from '../figures/selections.ts';

/** Which messages of a connection. */
export type Messages = 'alone' | 'during';

/** Whether a metric is of the parts of such messages. */
export function isOf({ id }: Pick<Metric, 'id'>, messages: Messages): boolean {
  return id === `wait-${messages}`;
}

/** A part of a wait, and what it was over the rounds. */
export interface PartFigure {
  readonly part: WaitPart;
  readonly figure: Figure;
}

/** What the messages of a variant and arm waited for. */
export interface Waits {
  readonly variant: Variant;
  /** '' for the run’s own factors. */
  readonly arm: string;
  /** Those that are told, in the order of the path. */
  readonly parts: readonly PartFigure[];
  /** Their sum: the mean over rounds of the sum of each round. */
  readonly total: Figure;
}

/** What was recorded at a place, of each variant and arm. */
export function waitsAt(relation: Relation, place: Place, messages: Messages): Waits[] {
  const told = relation.at(place).filter(
    ({ metric, value, browserLimit }) =>
      // Of what the browser holds up, the parts are no server's.
      isOf(metric, messages) && value !== null && browserLimit === undefined,
  );
  return [...Map.groupBy(told, armKey).values()].flatMap((own): Waits[] => {
    const parts = PARTS.flatMap((part) => {
      const figure = own.find(({ series }) => series === part);
      if (figure === undefined) return [];
      // A run may record paths in some of its rounds alone: a number leads to one of these.
      const cells = figure.points.map(({ cell }) => cell);
      return [{ part, figure: { ...figure, cells } }];
    });
    const total = sumOf(parts);
    return total === null ? [] : [{ variant: total.variant, arm: total.arm, parts, total }];
  });
}

/** Whether the parts are those of a typical round, and not of the few whose messages were answered. */
export function isTypical({ total: { rounds, survivors } }: Waits): boolean {
  return !survivors || rounds >= ENOUGH_ROUNDS;
}

/** The sum of each round, and its mean over rounds: the figures of the parts add up to it. */
function sumOf(parts: readonly PartFigure[]): Figure | null {
  const [first] = parts;
  if (first === undefined) return null;
  const { figure } = first;
  const metric: Metric = {
    ...figure.metric,
    id: `${figure.metric.id}-all-parts`,
    title: 'all parts',
    definition: `the sum of parts of each round: ${figure.metric.definition}`,
  };
  const all = parts.flatMap((each) => each.figure.points);
  const points = [...Map.groupBy(all, ({ cell, seed }) => `${cell} ${seed}`).values()].flatMap(
    (own): Point[] =>
      own.slice(0, 1).map((point) => ({
        ...point,
        ...plus(own),
      })),
  );
  const { n, failed, why, survivors } = figure;
  return { ...figure, ...meanOf(points), n, failed, why, survivors, metric, series: '' };
}

/** A part, and by how many ms it is longer than that of a message alone. */
export interface PartBeyond extends PartFigure {
  readonly beyondMs: number;
}

/** What a message alone takes, too: of unknown length where no message alone is known. */
export const ALSO_ALONE: ReadonlySet<WaitPart> = new Set(['request', 'path', 'answer']);

/** The parts by what they are beyond those of a message alone. */
export function beyondAlone({ parts }: Waits, alone: Waits | undefined): PartBeyond[] {
  const beyond = parts.flatMap(({ part, figure }): PartBeyond[] => {
    const aloneMs = alone?.parts.find((each) => each.part === part)?.figure.value;
    if (aloneMs === undefined && ALSO_ALONE.has(part)) return [];
    return [{ part, figure, beyondMs: (figure.value ?? 0) - (aloneMs ?? 0) }];
  });
  return beyond.toSorted((a, b) => b.beyondMs - a.beyondMs);
}

/** A figure of a baseline and of another setting: both are means over the rounds, or geometric means over the connections, that both have. */
export interface FromTo {
  readonly from: Figure;
  readonly to: Figure;
  /**
   * `to` − `from`; its points are those of each round, and its interval is the exact one of their median. Of connections
   * that of the difference of their geometric means.
   */
  readonly difference: Figure;
}

/** What waits over another arm, or another network, are against a baseline. */
export interface Change {
  readonly waits: Waits;
  /** Those of each side add up to the total’s; one that a side does not have is 0 ms there. */
  readonly parts: readonly (FromTo & { readonly part: WaitPart })[];
  readonly total: FromTo;
}

export function changeFrom(baseline: Waits, waits: Waits): Change {
  const parts = PARTS.flatMap((part) => {
    const [figure, base] = [waits, baseline].map(
      (each) => each.parts.find((own) => own.part === part)?.figure,
    );
    const changed = figure ?? (base && nothingOf(waits.total, base));
    const from = base ?? (figure && nothingOf(baseline.total, figure));
    return changed && from ? [{ part, ...fromTo(changed, from) }] : [];
  });
  return { waits, parts, total: fromTo(waits.total, baseline.total) };
}

/** 0 ms of a part in every round of a total. */
function nothingOf(total: Figure, { metric, series }: Figure): Figure {
  const points = total.points.map((point) => ({ ...point, ...exactly(0) }));
  return { ...total, metric, series, points, value: 0, low: 0, high: 0 };
}

/** Differences have the tolerance of `from`. */
export function fromTo(to: Figure, from: Figure): FromTo {
  const pairs = pairedByRound(to.points, from.points);
  if (averageFor(to.metric) === GEOMETRIC_MEAN) return ofConnections(to, from, pairs);
  const points = pairs.map(([own, base]) => ({ ...own, base: valueOf(base) }));
  const found = against({ ...to, points }, from, 'difference');
  const { value, bound, state, why } = meanOf(found.points, found.unknown);
  return {
    from: { ...from, ...meanOf(pairs.map(([, base]) => base)) },
    to: { ...to, ...meanOf(pairs.map(([own]) => own)) },
    difference: found.value === null ? found : { ...found, value, bound, state, why },
  };
}

/** Of connections: their geometric means, and the difference of these; over another network, without an interval. */
function ofConnections(to: Figure, from: Figure, pairs: readonly [Point, Point][]): FromTo {
  const over = averageOf(GEOMETRIC_MEAN);
  const whole = against(to, from, 'difference');
  if (pairs.length === 0) return { from, to, difference: { ...whole, low: null, high: null } };
  const points = pairs.map(([own, base]) => ({
    ...own,
    ...minus(own, base),
    base: valueOf(base),
  }));
  return {
    from: { ...from, ...over(pairs.map(([, base]) => base)) },
    to: { ...to, ...over(pairs.map(([own]) => own)) },
    difference: { ...whole, ...over(points, to.unknown + from.unknown) },
  };
}
