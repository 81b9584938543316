import type { Part } from '@holbench/wait/parts';
import type { Part as Words, Sentence } from '../document/block.ts';
import { intervalText, numberText, valueText } from '../document/figure-text.ts';
import { plural } from '../document/format.ts';
import { PART_NAMES, PART_PLACES } from '../document/part-text.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { armKey } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import { figurePart, listing, nameOf, tooFewText } from './sentences.ts';
import { beyondIdle, type PartFigure, SPLIT, togetherOf, type Waits, waitsAt } from './wait.ts';
import { changeOutcome, type Setting, variantWaits, type VariantWaits } from './wait-settings.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/** Smaller shares of a wait are left to the table. */
const LEAST_SHARE = 0.05;

/**
 * How much of the wait on the transfer’s connection is head-of-line blocking proper, how much buffering
 * and how much queueing, and what else is longer than alone; nothing where ways were not recorded.
 *
 * @param first of which this is said in full; missing: of the longest wait.
 */
export function splitSentences(
  { relation }: Measured,
  place: Place,
  first?: Pick<Figure, 'variant' | 'arm'>,
): Sentence[] {
  const all = waitsAt(relation, place, 'middle').toSorted(
    (a, b) => (b.total.value ?? 0) - (a.total.value ?? 0),
  );
  const own = all.filter(({ arm }) => arm === '');
  const lead =
    all.find(({ variant, arm }) => variant === first?.variant && arm === first.arm) ?? own[0];
  if (lead === undefined) return [];
  const others = own.filter((waits) => waits !== lead);
  const alone = waitsAt(relation, place, 'idle').find((idle) => armKey(idle) === armKey(lead));
  return [
    [
      `With ${nameOf(lead)}${fewText(lead)}, head-of-line blocking proper (lost packets) is `,
      ...ofTotal(lead, 'head-of-line blocking proper'),
      ...andOf(lead, 'buffering', 'buffering at the sender'),
      ...andOf(lead, 'queueing', 'queueing in the link'),
      ...elsewhere(lead, alone),
      '.',
    ],
    ...listing(
      'Head-of-line blocking proper with others: ',
      others.map(({ total }) => total),
      ({ variant }, index) => [
        `${variant.id} `,
        ...ofTotal(others[index] ?? lead, 'head-of-line blocking proper'),
      ],
    ),
  ];
}

/** ` (1 round)`: fewer than show anything. */
function fewText({ total: { rounds } }: Waits): string {
  return rounds < ENOUGH_ROUNDS ? ` (${plural(rounds, 'round')})` : '';
}

/** `1,102 of 1,393 ms`. */
function ofTotal(waits: Waits, which: keyof typeof SPLIT): Sentence {
  const figure = togetherOf(waits, which);
  const text = figure === null ? 'unknown' : figurePart(figure, valueText(figure));
  return [text, ' of ', figurePart(waits.total)];
}

/** `, buffering at the sender 1,102 ms`. */
function andOf(waits: Waits, which: keyof typeof SPLIT, words: string): Sentence {
  const figure = togetherOf(waits, which);
  return figure === null ? [] : [`, ${words} `, figurePart(figure)];
}

/** `, 172.5 ms until the server has the answer (53.1 ms alone)`: what the split does not name. */
function elsewhere(waits: Waits, alone: Waits | undefined): Sentence {
  const named = new Set<Part>(Object.values(SPLIT).flat());
  const least = LEAST_SHARE * (waits.total.value ?? 0);
  return beyondIdle(waits, alone).flatMap(({ part, figure, beyondMs }): Sentence => {
    if (named.has(part) || beyondMs < least) return [];
    const own = alone?.parts.find((each) => each.part === part)?.figure;
    const also: Sentence = own === undefined ? [] : [' (', figurePart(own), ' alone)'];
    return [', ', figurePart(figure), ` ${PART_PLACES[part]}`, ...also];
  });
}

/** Of each variant: where its middle messages waited, and what is shown to take that away. */
export function waitStatements(report: Measured, place: Place): Sentence[][] {
  const idle = waitsAt(report.relation, place, 'idle');
  return variantWaits(report, place).map((each) => {
    const { variant, arm } = each.own;
    const alone = idle.find((waits) => waits.variant === variant && waits.arm === arm);
    return ofVariant(each, alone);
  });
}

/** `node-ws 1,393 ms, 109.9 ms alone: 1,102 ms in the send buffer and 208.0 ms in the link’s queue.` */
function ofVariant({ own, settings }: VariantWaits, alone: Waits | undefined): Sentence[] {
  const { variant, total } = own;
  const parts = beyondIdle(own, alone);
  const [largest] = parts;
  if (largest === undefined) return [];
  const told = parts
    .filter(({ beyondMs }, index) => index === 0 || beyondMs >= LEAST_SHARE * (total.value ?? 0))
    .map(({ part, figure }): [Figure, string] => [figure, PART_PLACES[part]]);
  const lead: Sentence = [
    { text: variant.id, style: 'strong' },
    `${fewText(own)} `,
    figurePart(total),
    ...(alone === undefined ? [] : [', ', figurePart(alone.total), ' alone']),
    ': ',
  ];
  return [
    ...listing(
      lead,
      told.map(([figure]) => figure),
      (figure, index) => [figurePart(figure), ` ${told[index]?.[1] ?? ''}`],
    ),
    ...settingSentences(largest, settings),
  ];
}

/**
 * The settings that are shown to take something of the largest part or of the wait away: the one that
 * takes the most, and the single one that does.
 */
function settingSentences({ part }: PartFigure, settings: readonly Setting[]): Sentence[] {
  const judged = settings.filter(({ total }) => isJudged(total));
  const taking = judged
    .filter((setting) => isLess(setting.total) || isLess(partOf(setting, part)))
    .toSorted((a, b) => (a.total.value ?? 0) - (b.total.value ?? 0));
  const most = taking.slice(0, 1);
  const single = taking.filter(({ count }) => count === 1).slice(0, 1);
  const told = [...new Set([...most, ...single])];
  if (told.length > 0) return told.map((setting) => takingSentence(setting, part));
  if (judged.length > 0) return [['No setting of this run is shown to take it away.']];
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

function partOf(setting: Setting, part: Part): Figure | null {
  return setting.parts.find((each) => each.part === part)?.figure ?? null;
}

/** `--notsent-lowat 16k takes away 800.0 ms (780.0–820.0) of the send buffer and 790.0 ms of the wait.` */
function takingSentence(setting: Setting, part: Part): Sentence {
  const own = partOf(setting, part);
  const takes: Sentence = [{ text: setting.text, style: 'code' }, ' takes away '];
  if (own === null || !isLess(own)) {
    return [...takes, takenPart(setting.total), ' of the wait, from other parts.'];
  }
  return [...takes, takenPart(own), ` of the ${PART_NAMES[part]}`, ...ofWait(setting.total), '.'];
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

/** `800.0 ms (780.0–820.0)`: what a negative change takes. */
function takenPart(change: Figure): Words {
  const { value, low, high, metric } = change;
  const taken = { metric, low: high === null ? null : -high, high: low === null ? null : -low };
  const interval = intervalText(taken);
  const text = `${numberText(-(value ?? 0), metric.unit)} ms`;
  return figurePart(change, interval === '' ? text : `${text} (${interval})`);
}
