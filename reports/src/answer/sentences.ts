import { settingsIn } from '@holbench/results/block';
import { besideLossless } from '@holbench/scenarios/claims/link-conditions';
import { directionOf } from '@holbench/scenarios/registry';
import type { WaitPart } from '@holbench/wait/parts';
import { networkInWords } from '../evidence/real-network.ts';
import { armSettings, settingsText } from '../figures/arm-settings.ts';
import { decideDelay, ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { differ, versus } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import { networkOf } from '../runs/report-data.ts';
import type { Sentence } from '../document/block.ts';
import { plural } from '../document/format.ts';
import { beyondAlone, isTypical, waitsAt } from '../verdicts/wait.ts';
import { isUnanswered, plainAmount, type TimeUnit } from './amounts.ts';
import {
  type AnswerRow,
  inSentence,
  isMeasured,
  mayBeBest,
  type PlaceAnswer,
} from './place-answer.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/** What a place says before its table: the headline, and at most two sentences. */
export interface Lead {
  readonly headline: Sentence;
  readonly reasons: readonly Sentence[];
  /** How sure, and of which link. */
  readonly certainty: string;
}

export function leadOf(report: Measured, answer: PlaceAnswer): Lead {
  const own = answer.rows.filter(({ arm }) => arm === '');
  const { unit } = answer;
  const worst = own.findLast(({ limit, during }) => limit === '' && during.value !== null);
  const reasons = [causeOf(report, answer, worst, unit), settingOf(report, answer, unit)].filter(
    (sentence) => sentence !== null,
  );
  return {
    headline: headlineOf(answer, own, unit),
    reasons: reasons.slice(0, 2),
    certainty: certaintyOf(report, answer, own),
  };
}

/** The best and the worst, and what a message takes with them. */
function headlineOf(answer: PlaceAnswer, own: readonly AnswerRow[], unit: TimeUnit): Sentence {
  const beside = besideWords(answer);
  const rounds = roundsOf(own);
  const [best, ...others] = own.filter((row) => mayBeBest(row, rounds));
  const measured = own.filter(({ during, limit }) => during.value !== null && limit === '');
  if (best === undefined) {
    return measured.length === 0
      ? [
          `No server has a measurement that counts ${beside}: ${own[0]?.limit || own[0]?.during.why || own[0]?.during.state}.`,
        ]
      : [`With every server a message had no answer, or messages were lost, ${beside}.`];
  }
  const isFew = rounds < ENOUGH_ROUNDS;
  // The slowest may be slower by chance, where another one is shown to be.
  const slower = measured.filter((row) => isFew || differ(versus(row.during, best.during)));
  const worst = slower.findLast((row) => row !== best);
  const alike = isFew ? undefined : others.find((row) => isAlike(row.during, best.during));
  const condition = best.condition === '' ? '' : `, ${best.condition},`;
  const lead: Sentence = [
    `${isFew ? `In ${plural(rounds, 'round')}, a` : 'A'} small message takes `,
    time(best.during, unit),
    ` with ${inSentence(best, alike)}${condition}`,
  ];
  if (worst === undefined) {
    return measured.length === 1
      ? ended(lead)
      : [...lead, `${condition === '' ? ',' : ''} and no server is shown to be slower.`];
  }
  return isUnanswered(worst.during)
    ? [
        ...ended(lead, ';'),
        ` with ${inSentence(worst)} half get `,
        linked(worst.during, 'no answer'),
        '.',
      ]
    : [
        ...lead,
        `${condition === '' ? ',' : ''} and `,
        time(worst.during, unit),
        ` with ${inSentence(worst)}.`,
      ];
}

/** Whether the time of one server is that of another, too: equivalent, or not told apart and inside its interval. */
function isAlike(other: Figure, best: Figure): boolean {
  const { decision } = versus(other, best);
  const isInside = (other.value ?? NaN) <= (best.high ?? -Infinity);
  return decision === 'equivalent' || (decision === 'undecided' && isInside);
}

/** With another sign for the comma at its end. */
function ended(lead: Sentence, sign = '.'): Sentence {
  const last = lead.at(-1);
  const text = typeof last === 'string' ? last.replace(/,$/, '') : '';
  return [...lead.slice(0, -1), `${text}${sign}`];
}

/** The parts of a wait, in the words of the first screen. */
const CAUSES: readonly { readonly parts: readonly WaitPart[]; readonly words: string }[] = [
  {
    parts: ['application', 'send-buffer', 'sender'],
    words: 'is data that the sender has buffered',
  },
  { parts: ['queue'], words: 'is the link’s own queue' },
  { parts: ['retransmission'], words: 'is waiting for a retransmission' },
  {
    parts: ['request', 'answer', 'receiver', 'path'],
    words: 'is the way of the message to the server and back',
  },
];

/** What makes the worst one slow: what losses cost, where a run without them is there; else its largest part. */
function causeOf(
  report: Measured,
  answer: PlaceAnswer,
  worst: AnswerRow | undefined,
  unit: TimeUnit,
): Sentence | null {
  if (worst === undefined || worst.during.value === null || worst.during.bound !== '') return null;
  const lossless = withoutLosses(report, answer, worst);
  if (lossless !== null) {
    return [
      `Without losses, ${inSentence(worst)} takes `,
      time(lossless, unit),
      ' instead of ',
      time(worst.during, unit),
      '.',
    ];
  }
  const is = ({ variant, arm }: Pick<AnswerRow, 'variant' | 'arm'>) =>
    variant === worst.variant && arm === worst.arm;
  const waits = waitsAt(report.relation, answer, 'middle').find(is);
  if (waits === undefined || !isTypical(waits)) return null;
  const alone = waitsAt(report.relation, answer, 'alone').find(is);
  const parts = beyondAlone(waits, alone);
  const all = parts.reduce((sum, { beyondMs }) => sum + Math.max(0, beyondMs), 0);
  const causes = CAUSES.map(({ parts: own, words }) => ({
    words,
    ms: parts
      .filter(({ part }) => own.includes(part))
      .reduce((sum, { beyondMs }) => sum + beyondMs, 0),
  })).toSorted((a, b) => b.ms - a.ms);
  const [largest] = causes;
  if (largest === undefined || all <= 0) return null;
  const share = Math.round((100 * largest.ms) / all);
  const how = share >= 90 ? 'Nearly all' : share >= 55 ? 'Most' : `About ${share} %`;
  return [`${how} of what the transfer adds with ${inSentence(worst)} ${largest.words}.`];
}

/** The same message over the same link without losses; null where the run has none. */
function withoutLosses({ data, relation }: Measured, place: Place, row: AnswerRow): Figure | null {
  const profiles = data.manifest.networks.map(({ profile }) => profile);
  const [lossless] = besideLossless(networkOf(data, place.network).profile, profiles) ?? [];
  if (lossless === undefined) return null;
  const found = relation.find({
    ...place,
    network: lossless.id,
    variant: row.variant.id,
    arm: row.arm,
    metric: row.during.metric.id,
    series: '',
  });
  if (found === null || !found.ranked || found.bound !== '') return null;
  return versus(found, row.during).decision === 'lower' ? found : null;
}

/** Settings of the load itself: nobody tunes a server by them. */
const LOADS: ReadonlySet<string> = new Set(['bulk', 'other-load']);

/** The setting that helps most: the largest part of a wait that it takes away. */
function settingOf(
  { data, relation }: Measured,
  answer: PlaceAnswer,
  unit: TimeUnit,
): Sentence | null {
  const all = relation.at(answer).filter(({ metric }) => metric.id === 'load-same-p50');
  const arms = all.filter((each) => {
    const { arm, value, ranked } = each;
    const isLoad = armSettings(data, each).some(({ flag }) => LOADS.has(flag));
    return arm !== '' && value !== null && ranked && !isLoad;
  });
  const tried = arms.flatMap((changed) => {
    const own = all.find(({ variant, arm }) => variant === changed.variant && arm === '');
    return own && own.value !== null && own.ranked
      ? [{ own, changed, found: versus(changed, own) }]
      : [];
  });
  if (tried.length === 0) {
    // Over another network the run may have tried some; without a wait there is nothing to shorten.
    if (settingsIn(data.manifest).length > 0 || !isMeasured(answer)) return null;
    return [
      'This run tried no setting; ',
      { text: 'pnpm bench --preset wait', style: 'code' },
      ' shows which one shortens the wait.',
    ];
  }
  const [most] = tried
    .filter(({ found }) => found.decision === 'lower')
    .toSorted((a, b) => shareOf(a) - shareOf(b));
  if (most === undefined) {
    const isFew = tried.every(({ found }) => found.decision === 'too few');
    return [
      isFew
        ? 'There are too few rounds to judge the tested settings.'
        : 'None of the tested settings clearly helped.',
    ];
  }
  const settings = settingsText(armSettings(data, most.changed));
  const row = answer.rows.find(({ variant }) => variant === most.own.variant);
  const name = row === undefined ? most.own.variant.id : inSentence(row);
  const lead: Sentence = [
    'With ',
    { text: settings, style: 'code' },
    ` ${name} takes `,
    time(most.changed, unit),
  ];
  return isUnanswered(most.own)
    ? [...lead, '; without, half of its messages get ', time(most.own, unit), '.']
    : [...lead, ' instead of ', time(most.own, unit), '.'];
}

function shareOf({ own, changed }: { readonly own: Figure; readonly changed: Figure }): number {
  return (changed.value ?? 0) / (own.value ?? 1);
}

/** `Medians of 8 rounds, with their 95 % intervals. …` */
function certaintyOf({ data }: Measured, answer: PlaceAnswer, own: readonly AnswerRow[]): string {
  const counts = own.flatMap(({ during: { rounds } }) => (rounds === 0 ? [] : [rounds]));
  const [least, most] = [Math.min(...counts), Math.max(0, ...counts)];
  const rounds = least < most ? `${least} to ${most} rounds` : plural(most, 'round');
  const link = `Link: ${networkInWords(networkOf(data, answer.network))}.`;
  if (most === 0) return link;
  const counted = own.filter(({ added }) => added !== null && added.value !== null);
  const known = counted.filter(({ added }) => added !== null && isKnown(added)).length;
  const sure =
    most < ENOUGH_ROUNDS
      ? `${rounds} per server: too few to tell servers apart (${ENOUGH_ROUNDS} needed)`
      : `Medians of ${rounds}, with their 95 % intervals. The added wait of ${known} of ${counted.length} servers is known to ± 20 %${known < counted.length ? '; the others need more rounds' : ''}`;
  return `${sure}. ${link}`;
}

const WITHIN = 0.2;

function isKnown(added: Figure): boolean {
  const { value, low, high } = added;
  if (value === null || low === null || high === null) return false;
  return decideDelay(added) === 'equivalent' || (high - low) / 2 <= WITHIN * Math.abs(value);
}

/** The most rounds of a row. */
export function roundsOf(rows: readonly AnswerRow[]): number {
  return Math.max(0, ...rows.map(({ during }) => during.rounds));
}

/** `beside a download`. */
export function besideWords({ scenario }: Pick<Place, 'scenario'>): string {
  return directionOf(scenario) === 'upload' ? 'beside an upload' : 'beside a download';
}

function time(figure: Figure, unit: TimeUnit): Sentence[number] {
  return linked(figure, plainAmount(figure, unit));
}

function linked({ cells: [cell] }: Figure, text: string): Sentence[number] {
  return cell === undefined ? text : { text, cell };
}
