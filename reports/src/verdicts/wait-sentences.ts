import type { WaitPart } from '@holbench/wait/parts';
import { listed, type Inline, type Sentence } from '../document/block.ts';
import { intervalText, numberText, valueText } from '../document/figure-text.ts';
import { plural } from '../document/format.ts';
import { PART_NAMES, PART_PLACES } from '../document/part-text.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import { type Figure, keyOf, type Place } from '../figures/figure.ts';
import { armKey } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import { figurePart, listing, nameOf, tooFewText } from './sentences.ts';
import {
  ALSO_ALONE,
  beyondAlone,
  isTypical,
  type PartFigure,
  SPLIT,
  togetherOf,
  type Waits,
  WAITS,
  waitsAt,
} from './wait.ts';
import { changeOutcome, type Setting, variantWaits, type VariantWaits } from './wait-settings.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/** Smaller shares of a wait are left to the table. */
const LEAST_SHARE = 0.05;

/**
 * Of the median message on the transfer’s connection: how much is head-of-line blocking proper, how much
 * buffering and how much queueing; what else is longer than alone; the same of the slowest. Nothing where
 * paths were not recorded.
 *
 * @param first of which this is said in full; missing: of the longest wait.
 */
export function splitSentences(
  { relation }: Measured,
  place: Place,
  first?: Pick<Figure, 'variant' | 'arm'>,
): Sentence[] {
  const all = waitsAt(relation, place, 'middle');
  const own = all
    .filter(({ arm }) => arm === '')
    .toSorted((a, b) => (b.total.value ?? 0) - (a.total.value ?? 0));
  const lead =
    all.find(({ variant, arm }) => variant === first?.variant && arm === first.arm) ??
    own.find(isTypical) ??
    own[0];
  if (lead === undefined) return [];
  const others = own.filter((waits) => waits !== lead);
  const few = fewText(lead);
  const same = (waits: Waits) => armKey(waits) === armKey(lead);
  return [
    [
      `With ${nameOf(lead)}, head-of-line blocking proper (lost packets) is `,
      ...lostOf(lead),
      ...andOf(lead, 'buffering', 'buffering at the sender'),
      ...andOf(lead, 'queueing', 'queueing in the link'),
      '.',
    ],
    ...(few === '' ? [] : [[`These are parts of ${few}.`]]),
    ...elsewhere(lead, waitsAt(relation, place, 'alone').find(same)),
    tailSentence(relation, place, lead),
    ...listing(
      'Waiting for lost packets with the others: ',
      others.map(({ total }) => total),
      ({ variant }, index) => [
        `${variant.id}${roundsText(others[index] ?? lead)} `,
        ...lostOf(others[index] ?? lead),
      ],
    ),
  ];
}

/** `1 round`: fewer than show anything; `2 of 6 rounds, others: messages were given up`; '': enough. */
function fewText({ total: { rounds, why, survivors } }: Waits): string {
  if (survivors && why !== '') return why;
  return rounds < ENOUGH_ROUNDS ? plural(rounds, 'round') : '';
}

/** ` (1 round)`. */
function roundsText(waits: Waits): string {
  const few = fewText(waits);
  return few === '' ? '' : ` (${few})`;
}

/** `, buffering at the sender 1,102 ms`. */
function andOf(waits: Waits, which: keyof typeof SPLIT, words: string): Sentence {
  const figure = togetherOf(waits, which);
  return figure === null ? [] : [`, ${words} `, figurePart(figure)];
}

/** Of the slowest: the split, or why there is none. */
function tailSentence(relation: Measured['relation'], place: Place, of: Waits): Sentence {
  const tail = waitsAt(relation, place, 'tail').find((waits) => armKey(waits) === armKey(of));
  if (tail !== undefined) {
    const part = (which: keyof typeof SPLIT, words: string): Sentence[] => {
      const figure = togetherOf(tail, which);
      return figure === null ? [] : [[figurePart(figure), words]];
    };
    const parts = listed([
      ...part('head-of-line blocking proper', ' for lost packets'),
      ...part('buffering', ' buffered at the sender'),
      ...part('queueing', ' queued in the link'),
    ]);
    return ['The slowest twentieth take ', figurePart(tail.total), ': ', ...parts, '.'];
  }
  const series = of.parts[0]?.part ?? '';
  const figure = relation.find({ ...keyOf(of.total), metric: WAITS.tail, series });
  return [`The slowest twentieth have no parts: ${figure?.why || 'not recorded'}.`];
}

/** `5.00 of 135.0 ms`. */
function lostOf(waits: Waits): Sentence {
  const figure = togetherOf(waits, 'head-of-line blocking proper');
  const text = figure === null ? 'unknown' : figurePart(figure, valueText(figure));
  return [text, ' of ', figurePart(waits.total)];
}

/** `The message takes 172.5 ms until the server has the answer (53.1 ms alone).`: what the split does not name. */
function elsewhere(waits: Waits, alone: Waits | undefined): Sentence[] {
  const named = new Set<WaitPart>(Object.values(SPLIT).flat());
  const least = LEAST_SHARE * (waits.total.value ?? 0);
  const longer = beyondAlone(waits, alone).filter(
    ({ part, beyondMs }) => !named.has(part) && beyondMs >= least,
  );
  return partsListing('The message takes ', longer, alone);
}

/** As many parts as a sentence has room for. */
function partsListing(
  lead: Inline | Sentence,
  parts: readonly PartFigure[],
  alone: Waits | undefined,
): Sentence[] {
  const texts = parts.map((each) => partText(each, alone));
  const figures = parts.map(({ figure }) => figure);
  return listing(lead, figures, (_, index) => texts[index] ?? []);
}

/** `172.5 ms until the server has the answer (53.1 ms alone)`. */
function partText({ part, figure }: PartFigure, alone: Waits | undefined): Sentence {
  const own = alone?.parts.find((each) => each.part === part)?.figure;
  const also: Sentence =
    own === undefined || !ALSO_ALONE.has(part) ? [] : [' (', figurePart(own), ' alone)'];
  return [figurePart(figure), ` ${PART_PLACES[part]}`, ...also];
}

/** Of each variant: where its middle messages waited, and what is shown to take that away. */
export function waitStatements(report: Measured, place: Place): Sentence[][] {
  const allAlone = waitsAt(report.relation, place, 'alone');
  return variantWaits(report, place).map((each) => {
    const alone = allAlone.find(({ variant, arm }) => variant === each.variant && arm === '');
    return ofVariant(each, alone);
  });
}

/** `node-ws 1,393 ms, 109.9 ms alone: 1,102 ms in the send buffer and 208.0 ms in the link’s queue.` */
function ofVariant(
  { variant, own, median, settings }: VariantWaits,
  alone: Waits | undefined,
): Sentence[] {
  const name: Sentence = [{ text: variant.id, style: 'strong' }];
  const alsoAlone: Sentence = alone === undefined ? [] : [', ', figurePart(alone.total), ' alone'];
  if (own === null) {
    // Of what the browser holds up the answer says so.
    if (median.browserLimit !== undefined) return [];
    const why = `: of too few rounds its parts are known (messages given up: ${median.failed} of ${median.n}).`;
    return [
      [...name, ' ', figurePart(median), ...alsoAlone, why],
      ...settingSentences(null, settings),
    ];
  }
  const parts = beyondAlone(own, alone);
  const [largest] = parts;
  if (largest === undefined) return [];
  const told = parts.filter(
    ({ beyondMs }, index) => index === 0 || beyondMs >= LEAST_SHARE * (own.total.value ?? 0),
  );
  const lead = [...name, `${roundsText(own)} `, figurePart(own.total), ...alsoAlone, ': '];
  return [...partsListing(lead, told, alone), ...settingSentences(largest.part, settings)];
}

/**
 * The settings that are shown to take something of the largest part or of the wait away: the one that
 * takes the most of the wait, and the single one that does. Another network is none: nobody can set it.
 *
 * @param part the largest; null: not known.
 */
function settingSentences(part: WaitPart | null, all: readonly Setting[]): Sentence[] {
  const settings = all.filter(({ count }) => count > 0);
  const judged = settings.filter(({ total }) => isJudged(total));
  const ofPart = (setting: Setting) => part !== null && isLess(partOf(setting, part));
  const taking = judged
    .filter((setting) => isLess(setting.total) || ofPart(setting))
    .toSorted(
      (a, b) =>
        Number(isLess(b.total)) - Number(isLess(a.total)) ||
        (a.total.value ?? 0) - (b.total.value ?? 0),
    );
  const most = taking.slice(0, 1);
  const single = taking.filter(({ count }) => count === 1).slice(0, 1);
  const told = [...new Set([...most, ...single])];
  if (told.length > 0) return told.map((setting) => takingSentence(setting, part));
  if (judged.length > 0) {
    const orPart = part === null ? '' : `, or its part ${PART_PLACES[part]}`;
    return [[`No setting of this run is shown to shorten the wait${orPart}.`]];
  }
  const few = settings.filter(({ total }) => changeOutcome(total) === 'few');
  return listing(
    few.length === 0
      ? ''
      : `Too few rounds to compare (${tooFewText(few.map(({ total }) => total))}): `,
    few.map(({ total }) => total),
    (total, index) => [{ text: few[index]?.text ?? '', style: 'code' }, ' ', figurePart(total)],
  );
}

function isJudged(change: Figure): boolean {
  const outcome = changeOutcome(change);
  return outcome !== 'few' && outcome !== 'unknown';
}

function isLess(change: Figure | null): boolean {
  return change !== null && changeOutcome(change) === 'less';
}

function partOf(setting: Setting, part: WaitPart): Figure | null {
  return setting.parts.find((each) => each.part === part)?.figure ?? null;
}

/** `--notsent-lowat 16k takes away 800.0 ms (780.0–820.0) of the send buffer and 790.0 ms of the wait; 240.0 ms remain.` */
function takingSentence(setting: Setting, part: WaitPart | null): Sentence {
  const { waits, total } = setting;
  const own = part === null ? null : partOf(setting, part);
  const takes: Sentence = [{ text: setting.text, style: 'code' }, ' takes away '];
  const remain: Sentence = ['; ', figurePart(waits.total), ' remain.'];
  if (part !== null && own !== null && isLess(own)) {
    const after: Sentence = isLess(total) ? remain : ['.'];
    return [...takes, takenPart(own), ` of the ${PART_NAMES[part]}`, ...ofWait(total), ...after];
  }
  const less = setting.parts.filter(({ figure }) => isLess(figure));
  const from = listed(less.map((each) => [`the ${PART_NAMES[each.part]}`]));
  return [
    ...takes,
    takenPart(total),
    ' of the wait',
    ...(less.length === 0 ? [] : [', of ', ...from]),
    ...remain,
  ];
}

/** What moves to another part is not taken from the wait. */
function ofWait(total: Figure): Sentence {
  switch (changeOutcome(total)) {
    case 'less':
      return [' and ', takenPart(total), ' of the wait'];
    case 'equivalent':
      return [', but the wait is equivalent'];
    case 'delayed':
      return [', but adds ', figurePart(total), ' to the wait'];
    case 'undecided':
    case 'few':
    case 'unknown':
      return [', but the wait is undecided'];
  }
}

/** `800.0 ms (780.0–820.0)`: what a negative change takes; `at least 18,700 ms` of one that is a bound. */
function takenPart(change: Figure): Inline {
  const { value, low, high, metric, atMost } = change;
  const taken = { metric, low: high === null ? null : -high, high: low === null ? null : -low };
  const interval = intervalText(taken);
  const bound = atMost === true ? 'at least ' : '';
  const text = `${bound}${numberText(-(value ?? 0), metric.unit)} ms`;
  return figurePart(change, interval === '' ? text : `${text} (${interval})`);
}
