import { changedFactors } from '@holbench/factors/values';
import { settingsIn, workloadAt } from '@holbench/results/block';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { FIRST_SECONDS } from '@holbench/scenarios/families/beside-bulk/connection-metrics';
import { BESIDE } from '@holbench/scenarios/headline';
import { directionOf } from '@holbench/scenarios/registry';
import { levelOfEach } from '@holbench/stats/several-tests';
import { addedOf, isUnanswered, plainColumn, time } from '../answer/amounts.ts';
import { endsOf, inSentence, isMeasured } from '../answer/place-answer.ts';
import { figurePart } from '../verdicts/sentences.ts';
import type { Sentence } from '../document/block.ts';
import { valueText } from '../document/figure-text.ts';
import { formatBytes } from '../document/format.ts';
import { armSettings, settingsText, TUNING_TEXT } from '../figures/arm-settings.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { decideDelay } from '../figures/decisions.ts';
import { unitOf } from '../figures/pairs.ts';
import { versus } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import { isElsewhere, networkOf } from '../runs/report-data.ts';
import { causesOf } from './causes.ts';
import type { AnswerRow, PlaceAnswer, Column, Topic, Condition } from './topic.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/**
 * HTTP/1.1 sends messages on other connections than transfers, of which a browser has six. With these and its event
 * stream a page has two left; with one more, messages wait for each other.
 */
const FEW_TRANSFERS = 3;
const POOL: Condition = {
  text: 'beside few transfers',
  why: 'messages use another of six connections',
};

/** Small messages alone, and beside a transfer on their own connection. */
export const BESIDE_BULK: Topic = {
  id: 'beside-bulk',
  title: 'Small messages beside a transfer, in detail',
  has: ({ family }, kind) => family === 'beside-bulk' && kind === 'text',
  asks: ({ scenario }) =>
    `Small messages in the first ten seconds of ${directionOf(scenario) === 'download' ? 'a download' : 'an upload'}`,
  lead: () => 'A small message takes',
  columns: columnsOf('load'),
  more: {
    title: 'The same for events: from a mutation until a subscriber has it',
    columns: columnsOf('event'),
  },
  ranks: 'during',
  known: 'added wait',
  knownBy: 'added',
  oneUnit: true,
  arms: true,
  condition: (row, all, { manifest }) => {
    const hasRoom = row.arm === '' && manifest.config.factors.bulkStreams <= FEW_TRANSFERS;
    return hasRoom && row.variant.protocol === 'http/1.1' ? POOL : slowTransfer(row, all);
  },
  reasons: (report, answer) =>
    [causeOf(report, answer), settingOf(report, answer)].filter((each) => each !== null),
  reading: (answer, { manifest }) => [
    `The transfer: files of ${formatBytes(workloadAt(manifest, answer).bulkFileBytes)}, one after the other, on the connection of the messages; over HTTP/1.1 on another one.`,
    'A time is from the request until the answer is there, a round trip of the link included.',
    ...whatEachIs(answer, manifest),
    ...(answer.columns.some(({ tuned }) => tuned)
      ? [`Tuned: with as many of ${TUNING_TEXT} as this run tried with a server.`]
      : []),
  ],
};

/** A transfer that moves less than half of what another one does leaves messages alone by that. */
const SLOW = 0.5;

/** Messages may be fast because the transfer is not. */
function slowTransfer(
  { variant, arm }: Pick<AnswerRow, 'variant' | 'arm'>,
  all: readonly Figure[],
): Condition | null {
  const goodputs = all.filter(
    ({ metric, value }) => metric.id === BESIDE.goodput && value !== null,
  );
  const own = goodputs.find((each) => each.variant === variant && each.arm === arm);
  const [fastest] = goodputs
    .filter((each) => each.arm === '')
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  if (own === undefined || fastest === undefined) return null;
  const isSlow = (own.value ?? 0) < SLOW * (fastest.value ?? 0);
  if (!isSlow || versus(own, fastest).decision !== 'lower') return null;
  const mbps = ({ value }: Figure) => `${(value ?? 0).toFixed(1)} Mbit/s`;
  return {
    text: `while its ${directionOf(own.scenario)} has ${mbps(own)}`,
    why: `that of another server has ${mbps(fastest)}`,
  };
}

function whatEachIs(
  { rows, ...place }: PlaceAnswer,
  manifest: Report['data']['manifest'],
): string[] {
  const { transferSeconds } = workloadAt(manifest, place);
  return [
    ...(rows.some(({ condition }) => condition === POOL.text)
      ? [
          'Part of the added wait is the link’s own queue, which every transport meets. HTTP/1.1 shows that part, as its messages use other connections.',
        ]
      : []),
    `Each connection is new. A number is the geometric mean over connections of the median message; during: those sent in the first ${Math.min(FIRST_SECONDS, transferSeconds)} s of its transfer.`,
  ];
}

function columnsOf(message: 'load' | 'event'): Column[] {
  const during = ({ scenario }: Place) => `during the ${directionOf(scenario)}`;
  const of = (id: string) => [`${message}-${id}`];
  return [
    { id: 'alone', title: 'alone', metrics: of('alone'), amount: plainColumn },
    { id: 'during', title: during, metrics: of('during') },
    { id: 'added', title: 'added wait', metrics: of('added'), amount: addedOf },
    {
      id: 'late',
      title: 'later than 1 s',
      metrics: of('late'),
      spare: true,
      amount: (figure) => ({ value: figure === null ? '–' : valueText(figure), interval: '' }),
    },
    { id: 'tuned', title: 'during, tuned', metrics: of('during'), tuned: true },
  ];
}

/** What makes the worst one slow: what losses cost, where a run without them is there; else its largest part. */
function causeOf(report: Measured, answer: PlaceAnswer): Sentence | null {
  const { unit } = answer;
  const { best, worst: slowest, measured } = endsOf(answer);
  const worst = slowest ?? (measured.length === 1 ? best : undefined);
  const added = worst?.figures['added'];
  // What adds nothing has no cause.
  if (added && decideDelay(added) === 'equivalent') return null;
  if (worst === undefined || worst.main.value === null || worst.main.bound !== '') return null;
  const lossless = withoutLosses(report, answer, worst);
  if (lossless !== null) {
    return [
      `Without losses, ${inSentence(worst)} takes `,
      time(lossless, unit),
      ' instead of ',
      time(worst.main, unit),
      '.',
    ];
  }
  const [largest] = causesOf(report, answer, worst).toSorted(
    (one, other) => other.share - one.share,
  );
  if (largest === undefined) return null;
  const share = Math.round(100 * largest.share);
  const how = share >= 90 ? 'Nearly all' : share >= 55 ? 'Most' : `About ${share} %`;
  return [`${how} of what the transfer adds with ${inSentence(worst)} is ${largest.cause.name}.`];
}

/** The same message over the same link without losses; null where the run has none. */
function withoutLosses({ data, relation }: Measured, place: Place, row: AnswerRow): Figure | null {
  const profiles = data.manifest.networks.map(({ profile }) => profile);
  const lossless = losslessTwin(networkOf(data, place.network).profile, profiles);
  if (lossless === undefined) return null;
  const found = relation.find({
    ...place,
    network: lossless.id,
    variant: row.variant.id,
    arm: row.arm,
    metric: row.main.metric.id,
    series: '',
  });
  if (found === null || !found.ranked || found.bound !== '') return null;
  return versus(found, row.main).decision === 'lower' ? found : null;
}

/** What helps most servers (docs/findings/where-a-message-waits.md). */
const SHORT_BUFFER = 'notsent-lowat=default,16k';

/** The load itself: nobody tunes a server by it. */
const LOAD = 'bulk';

/** The setting that takes away the largest share of a wait. */
function settingOf({ data, relation }: Measured, answer: PlaceAnswer): Sentence | null {
  const { unit } = answer;
  const during = answer.columns.find(({ id }) => id === 'during');
  const all = relation.at(answer).filter(({ metric }) => metric.id === during?.metric);
  const arms = all.filter((each) => {
    const { arm, value, ranked } = each;
    const isLoad = armSettings(data, each).some(({ flag }) => flag === LOAD);
    return arm !== '' && value !== null && ranked && !isLoad;
  });
  const tried = arms.flatMap((changed) => {
    const own = all.find(({ variant, arm }) => variant === changed.variant && arm === '');
    return own && own.value !== null && own.ranked
      ? [{ own, changed, found: versus(changed, own, { level: levelOfEach(arms.length) }) }]
      : [];
  });
  if (tried.length === 0) {
    const { manifest } = data;
    const isSet = changedFactors(manifest.config.factors, manifest.defaults).length > 0;
    // Over another network the run may have tried some; without a wait there is nothing to shorten.
    const hasTried = isSet || settingsIn(manifest).some(({ factor }) => factor !== LOAD);
    if (hasTried || isElsewhere(manifest) || !isMeasured(answer)) return null;
    return [
      'This run tried no setting; ',
      { text: `pnpm bench --scenarios ${answer.scenario} --sweep ${SHORT_BUFFER}`, style: 'code' },
      ' shows what a short send buffer does.',
    ];
  }
  // A message is easily fast beside a transfer that hardly moves.
  const conditionOf = ({ variant, arm }: Figure): string =>
    answer.rows.find((row) => row.variant === variant && row.arm === arm)?.condition ?? '';
  const costsGoodput = ({ own, changed }: { readonly own: Figure; readonly changed: Figure }) =>
    conditionOf(changed) !== conditionOf(own);
  const [most] = tried
    .filter(({ found }) => found.decision === 'lower')
    .toSorted(
      (a, b) => Number(costsGoodput(a)) - Number(costsGoodput(b)) || shareOf(a) - shareOf(b),
    );
  if (most === undefined) {
    const isFew = tried.every(({ found }) => found.decision === 'too few');
    return [
      isFew
        ? `There are too few ${unitOf(all.flatMap(({ points }) => points))}s to judge the tested settings.`
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
    ? [...lead, '; without, half of its messages get ', figurePart(most.own, 'no answer'), '.']
    : [...lead, ' instead of ', time(most.own, unit), '.'];
}

function shareOf({ own, changed }: { readonly own: Figure; readonly changed: Figure }): number {
  return (changed.value ?? 0) / (own.value ?? 1);
}

/** The network that differs from a lossy one in its losses alone. */
function losslessTwin(network: NetworkProfile, all: readonly NetworkProfile[]) {
  const isLossy = ({ down, up }: NetworkProfile) => down.lossFraction > 0 || up.lossFraction > 0;
  const rest = ({ down, up }: NetworkProfile) =>
    JSON.stringify([down, up].map((each) => ({ ...each, lossFraction: 0, lossBurstPackets: 1 })));
  if (!isLossy(network)) return undefined;
  return all.find((each) => !isLossy(each) && rest(each) === rest(network));
}
