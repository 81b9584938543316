import type { PairedFigure } from '@holbench/stats/paired-rounds';
import { directionOf } from '@holbench/scenarios/registry';
import type { Contender, LeftOut } from './answer.ts';
import { apart } from './apart.ts';
import { ENOUGH_ROUNDS } from './enough-rounds.ts';
import { bulkText, formatInterval, formatNumber, plural } from './format.ts';
import { boundText } from './holb-figures.ts';
import { leastDifferenceMs } from './least-difference.ts';
import { listed, type Sentence } from './sentence.ts';

/** One whose wait can be told: it has rounds enough and ranks servers. */
type Told = Contender & {
  readonly delay: PairedFigure & { readonly interval: NonNullable<PairedFigure['interval']> };
};

/** A sweep has more arms than a sentence can hold; the table has them all. */
const NAMED = 4;

/**
 * Who makes a small message wait for the bulk on its own connection, and by how much, in words. A
 * wait (HOLB delay) is shown when its 95 % interval over four rounds or more lies above the least
 * difference; two waits differ when their intervals are apart.
 */
export function answerSentence(
  contenders: readonly Contender[],
  scenario: string,
  left: readonly LeftOut[] = [],
): Sentence {
  const ranked = contenders.filter((each) => each.ranked);
  const told = ranked.flatMap(tell);
  const waiting = told.filter(waits).toSorted((a, b) => b.delay.value - a.delay.value);
  const others = told.filter((each) => !waits(each));
  const clauses = [
    told.length === 0 ? [] : longest(groups(waiting), bulkText(directionOf(scenario))),
    waiting.length === 0 || others.length === 0 ? [] : ['no wait shown over ', ...names(others)],
    tooFew(ranked.filter((each) => !told.some(({ cell }) => cell === each.cell))),
    unranked(contenders.filter((each) => !each.ranked)),
    leftOut([...left, ...ranked.filter(({ figures }) => figures.delay === null).map(withoutDelay)]),
  ].filter((clause) => clause.length > 0);
  return [...clauses.flatMap((clause, index) => (index === 0 ? clause : ['; ', ...clause])), '.'];
}

function tell(contender: Contender): Told[] {
  const { delay } = contender.figures;
  if (delay === null || delay.interval === null || delay.rounds < ENOUGH_ROUNDS) return [];
  return [{ ...contender, delay: { ...delay, interval: delay.interval } }];
}

function waits({ delay, figures }: Told): boolean {
  return delay.interval.low > leastDifferenceMs(figures.foreign.value ?? 0);
}

/** Those that are not apart from all before them belong together, the longest waits first. */
function groups(waiting: readonly Told[]): Told[][] {
  const found: Told[][] = [];
  for (const each of waiting) {
    const last = found.at(-1);
    if (last?.some((other) => !differ(other, each))) last.push(each);
    else found.push([each]);
  }
  return found;
}

function differ({ delay: more }: Told, { delay: less }: Told): boolean {
  return apart(more, less, leastDifferenceMs(less.value));
}

/** The longest waits in full, the others by their medians: the table has the rest. */
function longest(waiting: readonly (readonly Told[])[], bulk: string): Sentence {
  const [first, ...rest] = waiting;
  if (!first) {
    return [`no variant is shown to make a small message wait for ${bulk} on its own connection`];
  }
  const shown = rest.slice(0, NAMED);
  const left = rest.slice(NAMED).flat().length;
  return [
    `sharing its connection with ${bulk} makes a small message wait${rest.length === 0 ? '' : ' longest'} over `,
    ...group(first, inFull),
    ...shown.flatMap((each) => ['; then ', ...group(each, inShort)]),
    ...(left === 0 ? [] : [` and less over ${left} more`]),
  ];
}

function group(members: readonly Told[], item: (member: Told) => Sentence): Sentence {
  const items = members.slice(0, NAMED).map(item);
  const left = members.length - items.length;
  return [
    ...listed(left === 0 ? items : [...items, [`${left} more`]]),
    ...(members.length === 1 ? [] : [` (${notShownAmong(members)})`]),
  ];
}

function notShownAmong(members: readonly Told[]): string {
  const [most, least] = [members[0], members.at(-1)];
  return most && least && differ(most, least)
    ? 'no difference shown between each and the next'
    : 'no difference shown between them';
}

/** `node-http2 1,660 ms (95 %: 1,200 – 2,300; × 19.3 its time alone; 4 of 84 unanswered)`. */
function inFull({ variant, arm, figures, cell, delay }: Told): Sentence {
  const { inflation, sent, unanswered } = figures;
  return [
    `${name({ variant, arm })} `,
    { text: `${boundText(delay.value, figures.atLeast)} ms`, cell },
    ` (95 %: ${formatInterval(delay.interval)}`,
    ...(inflation === null
      ? []
      : [
          '; ',
          { text: `${boundText(inflation.value, figures.atLeast)} ×`, cell },
          ' its time alone',
        ]),
    ...(unanswered === 0 ? [] : [`; ${unanswered} of ${sent} unanswered`]),
    ')',
  ];
}

function inShort({ variant, arm, figures, cell, delay }: Told): Sentence {
  const { sent, unanswered } = figures;
  return [
    `${name({ variant, arm })} `,
    { text: `${boundText(delay.value, figures.atLeast)} ms`, cell },
    ...(unanswered === 0 ? [] : [` (${unanswered} of ${sent} unanswered)`]),
  ];
}

function tooFew(few: readonly Contender[]): Sentence {
  const [most] = few
    .filter(({ figures: { delay } }) => delay !== null)
    .toSorted((a, b) => (b.figures.delay?.value ?? 0) - (a.figures.delay?.value ?? 0));
  if (!most) return [];
  const rounds = Math.max(...few.map(({ figures }) => figures.delay?.rounds ?? 0));
  const why = `${plural(rounds, 'round')} cannot show one, ${ENOUGH_ROUNDS} can`;
  return [
    `no difference shown${few.length < 2 ? '' : ` among ${few.length}`} (${why}); the longest wait is that over `,
    ...names([most]),
  ];
}

function unranked(limited: readonly Contender[]): Sentence {
  if (limited.length === 0) return [];
  return ['not ranked, as the client was the bottleneck: ', ...names(limited)];
}

/** What the sentence cannot speak of, so that nobody takes its silence for a short wait. */
function leftOut(left: readonly LeftOut[]): Sentence {
  if (left.length === 0) return [];
  const items = left.map((each): Sentence => [
    `${name(each)} (`,
    { text: each.why, cell: each.cell },
    ')',
  ]);
  return ['nothing to say of ', ...listed(items)];
}

function withoutDelay({ variant, arm, cell }: Contender): LeftOut {
  return { variant, arm, cell, why: 'no round with both transfers' };
}

function names(contenders: readonly Contender[]): Sentence {
  const items = contenders.slice(0, NAMED).map((each): Sentence => {
    const { cell, figures } = each;
    if (figures.delay === null) return [name(each)];
    const { value, interval } = figures.delay;
    const most = interval === null ? '' : `, at most ${formatNumber(interval.high)}`;
    return [
      `${name(each)} (`,
      { text: `${boundText(value, figures.atLeast)} ms`, cell },
      `${most})`,
    ];
  });
  const left = contenders.length - items.length;
  return listed(left === 0 ? items : [...items, [`${left} more`]]);
}

function name({ variant, arm }: Pick<Contender, 'variant' | 'arm'>): string {
  return arm === '' ? variant.id : `${variant.id} with ${arm}`;
}
