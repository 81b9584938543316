import type { PairedFigure } from '@holbench/results/holb/paired-rounds';
import type { Answer, Contender } from './answer.ts';
import { ENOUGH_ROUNDS } from './enough-rounds.ts';
import { formatInterval, formatNumber, plural } from './format.ts';
import { leastDifferenceMs } from './least-difference.ts';
import { listed, type Sentence } from './sentence.ts';

type Measured = Extract<Contender, { state: 'measured' }>;
/** One whose wait can be told: it has rounds enough and ranks servers. */
type Told = Measured & {
  readonly delay: PairedFigure & { readonly interval: NonNullable<PairedFigure['interval']> };
};

const BULK = { '4f': 'download', '4g': 'upload' } as const;
/** A sweep has more arms than a sentence can hold; the table has them all. */
const NAMED = 4;

/**
 * Who makes a small message wait for the bulk on its own connection, and by how much, in words. A
 * wait (HOLB delay) is shown when its 95 % interval over four rounds or more lies above the least
 * difference; two waits differ when their intervals are apart.
 */
export function answerSentence(
  contenders: readonly Contender[],
  scenario: Answer['scenario'],
): Sentence {
  const measured = contenders.filter((each): each is Measured => each.state === 'measured');
  const ranked = measured.filter((each) => each.ranked);
  const told = ranked.flatMap(tell);
  const waiting = told.filter(waits).toSorted((a, b) => b.delay.value - a.delay.value);
  const others = told.filter((each) => !waits(each));
  const parts = [
    told.length === 0 ? [] : [wait(groups(waiting), BULK[scenario])],
    waiting.length === 0 || others.length === 0 ? [] : [['no wait shown over ', ...names(others)]],
    tooFew(ranked.filter((each) => !told.some(({ header }) => header === each.header))),
    unranked(measured.filter((each) => !each.ranked)),
  ].flat();
  return parts.flatMap((part, index) => [
    ...(index === 0 ? [] : ['; ']),
    ...part,
    ...(index === parts.length - 1 ? ['.'] : []),
  ]);
}

function tell(contender: Measured): Told[] {
  const { delay } = contender.figures;
  if (delay === null || delay.interval === null || delay.rounds < ENOUGH_ROUNDS) return [];
  return [{ ...contender, delay: { ...delay, interval: delay.interval } }];
}

function waits({ delay, figures }: Told): boolean {
  return delay.interval.low > leastDifferenceMs(figures.foreign.value ?? 0);
}

/** Those that are not apart from one another, the longest waits first. */
function groups(waiting: readonly Told[]): Told[][] {
  const found: Told[][] = [];
  for (const each of waiting) {
    const last = found.at(-1);
    if (last?.every((other) => !apart(other, each))) last.push(each);
    else found.push([each]);
  }
  return found;
}

function apart({ delay: more }: Told, { delay: less }: Told): boolean {
  return (
    more.interval.low > less.interval.high &&
    more.value - less.value > leastDifferenceMs(less.value)
  );
}

function wait(waiting: readonly (readonly Told[])[], bulk: string): Sentence {
  const [first, ...rest] = waiting;
  if (!first) {
    return [`no variant is shown to make a small message wait for a ${bulk} on its own connection`];
  }
  const shown = rest.slice(0, NAMED);
  const left = rest.slice(NAMED).flat().length;
  const all = waiting.flat().length;
  return [
    `on the connection of a ${bulk} a small message waits${all > first.length ? ' longest' : ''} over `,
    ...group(first, true),
    ...shown.flatMap((each) => [', then ', ...group(each, false)]),
    ...(left === 0 ? [] : [` and less over ${left} more`]),
  ];
}

/** `node-http2: 1,660 ms (95 %: 1,200 – 2,300) more than with it on another connection, 19 × …`. */
function group(members: readonly Told[], inFull: boolean): Sentence {
  const items = members.slice(0, NAMED).map((each, index) => item(each, inFull && index === 0));
  const left = members.length - items.length;
  return [
    ...listed(left === 0 ? items : [...items, [`${left} more`]]),
    ...(members.length === 1 ? [] : [' (no difference shown between them)']),
  ];
}

function item({ header, figures, cell, delay }: Told, inFull: boolean): Sentence {
  const { inflation, sent, unanswered } = figures;
  const than = inFull ? ' more than with it on another connection' : '';
  return [
    `${header} `,
    { text: `${formatNumber(delay.value)} ms`, cell },
    ` (95 %: ${formatInterval(delay.interval)})${than}`,
    ...(inflation === null
      ? []
      : [', ', { text: `${formatNumber(inflation.value)} ×`, cell }, ' its time alone']),
    ...(unanswered === 0 ? [] : [`, ${unanswered} of ${sent} unanswered`]),
  ];
}

function tooFew(few: readonly Measured[]): Sentence[] {
  if (few.length === 0) return [];
  const most = Math.max(...few.map(({ figures }) => figures.delay?.rounds ?? 0));
  const medians = few
    .toSorted((a, b) => (b.figures.delay?.value ?? 0) - (a.figures.delay?.value ?? 0))
    .flatMap(({ header, cell, figures: { delay } }): Sentence[] =>
      delay === null ? [] : [[`${header} `, { text: `${formatNumber(delay.value)} ms`, cell }]],
    );
  return [
    [
      `no difference shown, as ${plural(most, 'round')} cannot (${ENOUGH_ROUNDS} can): a small message waits longer than with the transfer on another connection over `,
      ...listed(medians),
    ],
  ];
}

function unranked(limited: readonly Measured[]): Sentence[] {
  if (limited.length === 0) return [];
  return [['not ranked, as the client was the bottleneck: ', ...names(limited)]];
}

function names(contenders: readonly Measured[]): Sentence {
  return listed(
    contenders.map(({ header, cell, figures: { delay } }) =>
      delay === null
        ? [header]
        : [`${header} (`, { text: `${formatNumber(delay.value)} ms`, cell }, ')'],
    ),
  );
}
