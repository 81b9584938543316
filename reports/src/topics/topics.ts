import type { Scenario } from '@holbench/scenarios/scenario';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import { answersOf, isAbout } from '../answer/place-answer.ts';
import type { Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { BESIDE_BULK } from './beside-bulk.ts';
import type { PlaceAnswer, Column, Topic } from './topic.ts';

const isOf =
  (family: Scenario['family']): Topic['has'] =>
  (scenario) =>
    scenario.family === family;

/** Ascending, or the only one. */
const ascending = (all: readonly string[]) => all.toSorted((a, b) => Number(a) - Number(b));
const fewest = (all: readonly string[]) => ascending(all)[0];
const most = (all: readonly string[]) => ascending(all).at(-1);

const nounOf = ({ kind }: Place) => (kind === 'text' ? 'text CoValue' : 'file');
const isLoad = ({ scenario }: Place) => directionOf(scenario) === 'download';

/** A column of a metric, by default of the same id. */
const of = (id: string, title: Column['title'], more: Partial<Column> = {}): Column => ({
  id,
  title,
  metrics: [id],
  ...more,
});

/** What a report answers, in its order; it says the first of these that was run on its first screen. */
export const TOPICS: readonly Topic[] = [
  BESIDE_BULK,
  {
    id: 'batches',
    title: 'Many at once',
    has: isOf('batches'),
    asks: (place, size) =>
      `${size} ${nounOf(place)}s ${isLoad(place) ? 'loaded' : 'created'} at once`,
    lead: (place, size) =>
      `${isLoad(place) ? 'Loading' : 'Creating'} ${size} ${nounOf(place)}s at once takes`,
    columns: [
      of('fewest', (_, size) => `${size} at once`, { metrics: ['makespan'], series: fewest }),
      of('makespan', (_, size) => `${size} at once`, { series: most }),
    ],
    ranks: 'makespan',
  },
  {
    id: 'users',
    title: 'Many users, one operation each',
    has: isOf('users'),
    asks: (place) => `One of many users ${isLoad(place) ? 'loads' : 'creates'} a ${nounOf(place)}`,
    lead: (place) =>
      `One of many users ${isLoad(place) ? 'loads' : 'creates'} a ${nounOf(place)} in`,
    columns: [
      of('operation', 'median', { metrics: ['load-p50', 'create-p50'] }),
      of('p95', '95th percentile', { metrics: ['load-p95', 'create-p95'] }),
      of('page-load-p50', 'the page itself'),
    ],
    ranks: 'operation',
  },
  {
    id: 'sessions',
    title: 'A producer and a subscriber',
    has: isOf('session'),
    asks: ({ kind }) =>
      `From a mutation to its event${kind === 'text' ? '' : ', with a file each'}`,
    lead: ({ kind }) =>
      `An event reaches its subscriber${kind === 'text' ? '' : ', with its file,'} in`,
    columns: [
      of('deliver-p50', 'median'),
      of('deliver-p95', '95th percentile'),
      of('producer-rate', 'mutations'),
    ],
    ranks: 'deliver-p50',
  },
  {
    id: 'bursts',
    title: 'Writes without waiting',
    has: isOf('bursts'),
    asks: () => '20 changes sent without awaiting answers',
    lead: () => 'Bursts of 20 changes out of order:',
    columns: [
      of('disordered', 'bursts out of order'),
      of('overtaking', 'before an earlier one'),
      of('lost', 'lost'),
      of('doubled', 'doubled'),
      of('write-p50', 'answer'),
    ],
    ranks: 'disordered',
    arms: true,
  },
  {
    id: 'set-up',
    title: 'Set-up of a connection',
    has: isOf('set-up'),
    asks: () => 'Set-up of a connection',
    lead: () => 'A new user has the first answer after',
    columns: [
      of('byte', 'first byte', { metrics: ['first-byte-rtt', 'first-byte-p50'] }),
      of('answer', 'first answer', { metrics: ['first-message-rtt', 'first-message-p50'] }),
      of('again', 'first answer, when they return', {
        metrics: ['returning-first-message-rtt', 'returning-first-message-p50'],
      }),
    ],
    ranks: 'answer',
  },
];

export const NOTHING_TO_ANSWER = `No figure of this run says who waits for whom. Measure small messages beside a big transfer with: pnpm bench --scenarios ${scenariosOf(
  'beside-bulk',
)
  .map(({ id }) => id)
  .join()}`;

/** Whether a place belongs to a topic; not one of another version of the lab. */
export function isInTopic(place: Place): boolean {
  return TOPICS.some((topic) => isAbout(topic, place));
}

type Measured = Pick<Report, 'data' | 'relation'>;

/** What the report says first: how long small messages wait, or what else was run. */
export function firstAnswers(report: Measured): PlaceAnswer[] {
  const messages = answersOf(report, [BESIDE_BULK]);
  return messages.length > 0 ? messages : otherAnswers(report);
}

/** What it says of everything else. */
export function otherAnswers(report: Measured): PlaceAnswer[] {
  return answersOf(
    report,
    TOPICS.filter((topic) => topic !== BESIDE_BULK),
  );
}
