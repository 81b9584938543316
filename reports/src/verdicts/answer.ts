import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import { directionOf, isBesideBulk, scenariosOf } from '@holbench/scenarios/registry';
import type { Sentence } from '../document/block.ts';
import { plural } from '../document/format.ts';
import { CAUTION_MARK } from '../figures/cautions.ts';
import { intervalText, levelText, numberText, valueText } from '../document/figure-text.ts';
import { cautionedRounds } from '../figures/cautions.ts';
import {
  delayOutcome,
  type DelayOutcome,
  difference,
  ENOUGH_ROUNDS,
} from '../figures/decisions.ts';
import { type Figure, keyOf, type Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { lateEvents } from './late-events.ts';
import { lowerArms } from './lower-arms.ts';
import {
  DEADLINE_SECONDS,
  figurePart,
  listing,
  named,
  nameOf,
  split,
  tooFewText,
} from './sentences.ts';
import { networksOf } from '../runs/report-data.ts';
import { splitSentences } from './wait-sentences.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/** What one network says of the question that the lab is there for. */
export interface PlaceAnswer {
  readonly network: string;
  /** One of those beside a bulk transfer. */
  readonly scenario: string;
  /** What it says, each of one thing or of things that belong together: one sentence or more. */
  readonly statements: readonly (readonly Sentence[])[];
}

const BESIDE_BULK = scenariosOf('beside-bulk').map(({ id }) => id);

export const NOTHING_TO_ANSWER = `No figure of this run says who waits for whom. Measure small messages beside a big transfer with: pnpm bench --scenarios ${BESIDE_BULK.join()}`;

/** The first screen: of each network, the shaped ones first; empty where nothing ran beside a bulk. */
export function answers({ data, relation }: Measured): PlaceAnswer[] {
  return networksOf(data)
    .flatMap(({ profile: { id } }) =>
      relation.placesOver(id, ({ scenario, kind }) => isBesideBulk(scenario) && kind === 'text'),
    )
    .flatMap((place) => {
      // One that has no cell is among the conditions.
      const delays = relation
        .at(place)
        .filter(({ metric, cells }) => metric.id === 'load-sharing-wait' && cells.length > 0);
      if (delays.length === 0) return [];
      const { network, scenario } = place;
      return [{ network, scenario, statements: statementsOf({ data, relation }, place, delays) }];
    });
}

/**
 * Over which variants a small message waits for the bulk on its own connection, and how long, in
 * words.
 *
 * @param delays the wait from sharing the connection of each variant and arm that was run at one place.
 */
function statementsOf(
  { data, relation }: Measured,
  place: Place,
  delays: readonly Figure[],
): Sentence[][] {
  /** Another figure of the same messages. */
  const other = (delay: Figure, metric: string) =>
    relation.find({ ...keyOf(delay), metric: `load-${metric}` });
  const unanswered = (delay: Figure) => other(delay, 'same-p50')?.failed ?? 0;

  const [found, none] = split(delays, ({ value }) => value !== null);
  // A demo has no phase other.
  const [unpaired, out] = split(
    none,
    ({ state }) => data.manifest.demo !== undefined && state === 'not-run',
  );
  const [ranked, unranked] = split(found, (each) => each.ranked);
  const [held, limited] = split(unranked, ({ browserLimit }) => browserLimit !== undefined);
  const [mixed, alike] = split(ranked, ({ regimes }) => regimes.length > 0);
  const [mixedLate, mixedOpen] = split(mixed, (each) => delayOutcome(each) === 'delayed');
  const [judged, few] = split(alike, ({ rounds }) => rounds >= ENOUGH_ROUNDS);
  const is = (outcome: DelayOutcome) => judged.filter((each) => delayOutcome(each) === outcome);
  const [equivalent, less, undecided] = [is('equivalent'), is('less'), is('undecided')];
  const [pooled, single] = split(equivalent, usesPool);
  const [pooledLess, singleLess] = split(less, usesPool);
  const [bounds, timed] = split(is('delayed'), ({ censored }) => censored);
  const stuck = ranked.filter((each) => unanswered(each) > 0 && !bounds.includes(each));
  const groups = groupsOf(timed);
  const [largest = []] = groups;
  const [first] = largest;
  const how = judged.length - bounds.length > 1 ? 'largest' : 'detected';
  const lead = `${bounds.length > 0 ? 'Otherwise the' : 'The'} wait from sharing the connection is ${how} with `;
  const statements: Sentence[][] = [
    boundSentences(bounds),
    listing('Delayed in two regimes, not ranked: ', mixedLate),
    listing('Two regimes, undecided: ', mixedOpen),
    [
      ...listing(lead, largest, (each) => withInterval(each, each === first)),
      ...amongThem(largest),
      ...(first ? waitOf(first, other(first, 'same-p50'), other(first, 'alone-p50')) : []),
    ],
    splitSentences({ data, relation }, place, first),
    ...groups
      .slice(1)
      .map((group, index) => [
        ...listing(lessThan(groups[index]), group, (each) => withInterval(each)),
        ...amongThem(group),
      ]),
    listing(`Unanswered after ${DEADLINE_SECONDS} s: `, stuck, (each) =>
      named(each, `${unanswered(each)} of ${other(each, 'same-p50')?.n} messages`),
    ),
    lateEvents(relation, ranked),
    listing(`Equivalent to no delay within ${within(single)}: `, single, (each) =>
      withInterval(each),
    ),
    // Without intervals, which are inside the tolerance: the sentence has to hold the reason.
    listing(`Equivalent to no delay within ${within(pooled)}, on other ${POOL}: `, pooled),
    listing('Negative delay on the same connection: ', singleLess, (each) => withInterval(each)),
    listing(`Negative delay, on other ${POOL}: `, pooledLess, (each) => withInterval(each)),
    listing(`Undecided, as intervals reach beyond ${beyond(undecided)}: `, undecided, (each) =>
      withInterval(each),
    ),
    // In the order of the variants: too few rounds rank nobody.
    listing(`Undecided (${tooFewText(few, 'round')}): `, few),
    listing('The browser held messages up, so these rank no server: ', held, (each) => [
      ...named(each),
      ` (${each.browserLimit})`,
    ]),
    listing('Not ranked, client-limited: ', limited),
    listing(
      'Unknown, as the wait beside another connection’s transfer is a lower bound: ',
      delays.filter(({ unknown }) => unknown > 0),
      (each) => named(each, `in ${each.unknown} of ${each.rounds + each.unknown} rounds`),
    ),
    cautionSentences(found),
    // Said, so that nobody takes their silence for a short wait.
    ...unpaired.map((each) => waitOf(each, other(each, 'same-p50'), other(each, 'alone-p50'))),
    listing(
      'Wait from sharing the connection not measured, without a transfer on another connection: ',
      unpaired,
      (each) => [nameOf(each)],
    ),
    listing('Left out: ', out, leftOut),
    ...ranked.map((own) => (own.arm === '' ? lowerArms(own, ranked) : [])),
  ];
  return statements.filter((sentences) => sentences.length > 0);
}

/** Lower bounds, which are not ranked: with the run’s own factors, then each of its arms. */
function boundSentences(bounds: readonly Figure[]): Sentence[] {
  const byArm = [...Map.groupBy(bounds, ({ arm }) => arm)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byArm.flatMap(([arm, own], index) => {
    const waits = `${index === 0 ? 'The median message waits' : 'It waits'} for ${DEADLINE_SECONDS} s or more`;
    return listing(`${waits}${arm === '' ? '' : ` with ${arm}`}: `, own, boundOf);
  });
}

const POOL = 'connections of the browser’s pool';

/** Whether "the transfer’s connection" is a pool of several. */
export function usesPool({ variant }: Pick<Figure, 'variant'>): boolean {
  return variant.protocol === 'http/1.1';
}

/** `Cautions (†) in half of the rounds or more: node-ws 5 of 8. Most often: drifting same.` */
function cautionSentences(delays: readonly Figure[]): Sentence[] {
  const often = delays.filter((each) => 2 * cautionedRounds(each) >= each.points.length);
  const own = often.filter((each) => cautionedRounds(each) > 0);
  if (own.length === 0) return [];
  const isOne = own.every(({ points }) => points.length === 1);
  const when = isOne ? 'the only round' : 'half of the rounds or more';
  const items = listing(`Cautions (${CAUTION_MARK}) in ${when}: `, own, (each) =>
    isOne
      ? [figurePart(each, nameOf(each))]
      : named(each, `${cautionedRounds(each)} of ${each.points.length}`),
  );
  return [...items, [`Most often: ${commonest(own)}.`]];
}

/** Names of the two cautions that the most rounds have. The notes of the table explain them. */
function commonest(delays: readonly Figure[]): string {
  const counts = new Map<string, number>();
  for (const { id, cells } of delays.flatMap(({ cautions }) => cautions)) {
    counts.set(id, (counts.get(id) ?? 0) + cells.length);
  }
  const ids = [...counts].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
  return ids.slice(0, 2).join(', ');
}

/** The largest first, each with those that are not shown to differ from it. */
function groupsOf(late: readonly Figure[]): Figure[][] {
  const groups: Figure[][] = [];
  for (const each of late.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last && first && !differ(first, each)) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Only the first of a group is shown to differ from those of the next one. */
function lessThan([first]: readonly Figure[] = []): string {
  return `Less delay than with ${first === undefined ? '' : nameOf(first)}: `;
}

function differ(a: Figure, b: Figure): boolean {
  return difference(a, b, a.metric.unit).is !== 'not shown';
}

function amongThem(group: readonly Figure[]): Sentence[] {
  const [first] = group;
  if (!first || group.length < 2) return [];
  const others = group.length === 2 ? nameOf(group[1] ?? first) : 'the others';
  return [[`No difference detected between ${nameOf(first)} and ${others}.`]];
}

/** `With node-http2, the median message on the download’s connection takes 1,690 ms instead of …` */
function waitOf(delay: Figure, same: Figure | null, alone: Figure | null): Sentence[] {
  if (same === null || alone === null || same.value === null || alone.value === null) return [];
  const direction = directionOf(delay.scenario);
  const where = usesPool(delay) ? `in the ${direction}’s pool` : `on the ${direction}’s connection`;
  const lead = `With ${nameOf(delay)}, the median message ${where} takes `;
  return [[lead, figurePart(same), ' instead of ', figurePart(alone), ' alone.']];
}

/** `uws-ws (invalid)`. */
function leftOut(delay: Figure): Sentence {
  const reason = delay.state === 'not-run' ? 'no round with both transfers' : valueText(delay);
  return [`${nameOf(delay)} (`, figurePart(delay, reason), ')'];
}

/** `node-ws 1,673 ms (1,201–2,051)`; @param leveled `(96.9 % interval 1,201–2,051)`. */
function withInterval(delay: Figure, leveled = false): Sentence {
  const interval = intervalText(delay);
  const level = leveled ? `${levelText(delay.coverage ?? 0)} interval ` : '';
  return interval === '' ? named(delay) : [...named(delay), ` (${level}${interval})`];
}

/** `node-http2 (in 7 of 8 rounds)`; of one whose rounds are all bounds, its variant. */
function boundOf(delay: Figure): Sentence {
  const own = delay.points.filter(({ censored }) => censored).length;
  const all = delay.points.length + delay.unknown;
  const often = own === all ? [] : [` (in ${own} of ${plural(all, 'round')})`];
  return [figurePart(delay, delay.variant.id), ...often];
}

/** `± 5.65 ms`: each of these delays is within the widest of their tolerances. */
function within(delays: readonly Figure[]): string {
  return toleranceText(Math.max(0, ...tolerancesOf(delays)));
}

/** Each of these reaches beyond the narrowest. */
function beyond(delays: readonly Figure[]): string {
  return toleranceText(delays.length === 0 ? 0 : Math.min(...tolerancesOf(delays)));
}

function tolerancesOf(delays: readonly Figure[]): number[] {
  return delays.map(({ points }) => delayToleranceMs(points));
}

function toleranceText(ms: number): string {
  return `± ${numberText(ms, 'ms')} ms`;
}
