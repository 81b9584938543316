import { networkInWords } from '../evidence/real-network.ts';
import { averageFor } from '@holbench/scenarios/metric';
import { decideDelay } from '../figures/decisions.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { unitOf } from '../figures/pairs.ts';
import type { Report } from '../report.ts';
import { losesAt, networkOf } from '../runs/report-data.ts';
import { listed, plainText, type Sentence } from '../document/block.ts';
import { capital, plural } from '../document/format.ts';
import { figurePart } from '../verdicts/sentences.ts';
import { isUnanswered, time } from './amounts.ts';
import { areEnough, endsOf, inSentence, ownRows, roundsOf } from './place-answer.ts';
import type { AnswerRow, PlaceAnswer } from '../topics/topic.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/** What a place says before its table: the headline, and at most two sentences. */
export interface Lead {
  readonly headline: Sentence;
  readonly reasons: readonly Sentence[];
  /** How sure, and of which link. */
  readonly certainty: string;
}

export function leadOf(report: Measured, answer: PlaceAnswer): Lead {
  return {
    headline: headlineOf(answer),
    reasons: (answer.topic.reasons?.(report, answer) ?? []).slice(0, 2),
    certainty: certaintyOf(report, answer),
  };
}

/** The best and the worst, and of how many nothing is said. */
function headlineOf(answer: PlaceAnswer): Sentence {
  const own = ownRows(answer).filter(({ main }) => main.value !== null);
  const unranked = own.filter(({ limit }) => limit !== '').length;
  const ends = endsText(answer);
  if (unranked === 0 || unranked === own.length) return ends;
  const why =
    unranked === 1 ? 'is not ranked: its row says why' : 'are not ranked: their rows say why';
  return [...ends, ` ${unranked} of ${own.length} servers ${why}.`];
}

/** The best and the worst, and what a message takes with them. */
function endsText(answer: PlaceAnswer): Sentence {
  const { topic, unit, series } = answer;
  const { best, alike, worst, measured } = endsOf(answer);
  if (best === undefined) return [withoutBest(ownRows(answer), measured)];
  const rounds = roundsOf(ownRows(answer));
  const condition = best.condition === '' ? '' : `, ${best.condition},`;
  const said = topic.lead(answer, series);
  const subject =
    rounds > 0 && !areEnough(ownRows(answer))
      ? `${timesText(best.main)}, ${said.slice(0, 1).toLowerCase()}${said.slice(1)}`
      : said;
  const lead: Sentence = [
    `${subject} `,
    time(best.main, unit),
    ` with ${inSentence(best, alike)}${condition}`,
  ];
  const comma = condition === '' ? ',' : '';
  if (worst === undefined) {
    return measured.length === 1
      ? ended(lead)
      : [...lead, `${comma} and no other server is clearly slower.`];
  }
  return isUnanswered(worst.main)
    ? [
        ...ended(lead, ';'),
        ` with ${inSentence(worst)} half get `,
        // Within how many seconds, the table tells.
        figurePart(worst.main, 'no answer'),
        '.',
      ]
    : [...lead, `${comma} and `, time(worst.main, unit), ` with ${inSentence(worst)}.`];
}

/** `Measured 3 times`, `On 2 connections`. */
function timesText({ rounds, points }: Figure): string {
  if (unitOf(points) === 'connection') return `On ${plural(rounds, 'connection')}`;
  return `Measured ${rounds === 1 ? 'once' : `${rounds} times`}`;
}

/** Why there is no best server. */
function withoutBest([first]: readonly AnswerRow[], measured: readonly AnswerRow[]): string {
  if (measured.length > 0) {
    const points = measured.flatMap(({ main }) => main.points);
    return `With every server something failed, or ${unitOf(points)}s are missing.`;
  }
  if (first === undefined) return 'No server ran as shipped: rows differ in their settings.';
  const why = first.limit || first.main.why || first.main.state;
  return `No server has a measurement that counts: ${why}.`;
}

/** With another sign for the comma at its end. */
function ended(lead: Sentence, sign = '.'): Sentence {
  const last = lead.at(-1);
  const text = typeof last === 'string' ? last.replace(/,$/, '') : '';
  return [...lead.slice(0, -1), `${text}${sign}`];
}

/** So many names are read in a sentence. */
const MOST_NAMED = 3;

/** `Medians of 8 rounds, with 95 % intervals. …` */
function certaintyOf({ data }: Measured, answer: PlaceAnswer): string {
  const own = ownRows(answer);
  const counts = own.flatMap(({ main: { rounds } }) => (rounds === 0 ? [] : [rounds]));
  const [least, most] = [Math.min(...counts), Math.max(0, ...counts)];
  const [first] = own;
  const link = `Link: ${networkInWords(networkOf(data, answer.network))}.`;
  if (first === undefined || most === 0) return link;
  const average = averageFor(first.main.metric);
  const of = `${average.unit}s`;
  const rounds = least < most ? `${least} to ${most} ${of}` : plural(most, average.unit);
  if (most < average.least) {
    return `${rounds} per server: too few to tell servers apart (${average.least} needed). ${link}`;
  }
  const goal = goalOf(data, answer, first.main);
  const { ranks, known: words = 'time', knownBy = ranks } = answer.topic;
  const counted = own.flatMap((row) => {
    const figure = row.figures[knownBy] ?? null;
    // No round narrows a bound.
    const isBound = figure === null || figure.value === null || figure.bound !== '';
    return isBound ? [] : [{ row, isKnown: isKnown(figure, goal, knownBy !== ranks) }];
  });
  const open = counted.filter((each) => !each.isKnown);
  const which =
    open.length > MOST_NAMED
      ? `${open.length} of ${counted.length} servers`
      : plainText(listed(open.map(({ row }) => [inSentence(row)])));
  const from = least < average.least ? ` from ${average.least} ${of} on` : '';
  const within = `± ${100 * goal.share} %${goal.ms === 0 ? '' : ` or ± ${goal.ms} ms`}`;
  const orNone = knownBy === ranks ? '' : ', or to be none';
  const known =
    counted.length === 0
      ? ''
      : open.length === 0
        ? ` The ${words} of each server is known to ${within}${orNone}.`
        : ` More ${of} are needed to know the ${words} of ${which} to ${within}.`;
  return `${capital(average.name)}s of ${rounds}, with 95 % intervals${from}.${known} ${link}`;
}

/** How well a number is to be known: to a share of itself, or to so many ms where these are more. */
interface Goal {
  readonly share: number;
  readonly ms: number;
}

/** Losses make waits vary: of connections without any, less is hidden by chance. */
export function goalOf(data: Report['data'], place: Place, { points }: Figure): Goal {
  const isNarrow = unitOf(points) === 'connection' && !losesAt(data, place);
  return isNarrow ? { share: 0.1, ms: 10 } : { share: 0.2, ms: 0 };
}

/** @param mayBeNone of a difference. */
function isKnown(figure: Figure, { share, ms }: Goal, mayBeNone: boolean): boolean {
  const { value, low, high } = figure;
  if (value === null || low === null || high === null) return false;
  const isNone = mayBeNone && decideDelay(figure) === 'equivalent';
  return isNone || (high - low) / 2 <= Math.max(ms, share * Math.abs(value));
}
