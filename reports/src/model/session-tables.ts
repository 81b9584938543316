import { failedFigure, overRounds, plainFigure } from './figure.ts';
import { CENSORED } from './latencies.ts';
import { LATENCY_COLUMNS, latencyFigures } from './latency-figures.ts';
import { differences } from './published.ts';
import type { TableContext } from './published-table.ts';
import { serverTable } from './server-table.ts';
import { session, type Session } from './session.ts';
import type { Figure, Table } from './table.ts';
import { USER_COLUMNS } from './user-table.ts';

/** Tables 14 and 17: duration of whole sessions of 3e in ms, one value per round. */
export function sessionTable(context: TableContext): Table {
  const { kind } = context;
  return serverTable(context, {
    columns: [...USER_COLUMNS, ...LATENCY_COLUMNS],
    figures: (rounds) => {
      const cell = rounds[0]?.cell.cell ?? null;
      const sessions = rounds.map(session);
      const durations = sessions.map((each) => [each?.complete ? each.durationMs : CENSORED]);
      const completed = sessions.filter((each) => each?.complete).length;
      const users = [rounds.length, completed, rounds.length - completed];
      return [
        ...users.map((count) => plainFigure(count, cell)),
        ...latencyFigures(durations, cell),
      ];
    },
    notComparable: differences(context, { kind, mutations: true }),
    note: 'One value per round: from the first mutation’s call to the last delivery of that session. A session with a mutation or a delivery missing has failed.',
  });
}

/** Tables 15 and 18: rates of 3e per second, the median over rounds. */
export function rateTable(context: TableContext): Table {
  const { data, kind } = context;
  return serverTable(context, {
    columns: [
      ...USER_COLUMNS,
      'Producer',
      'Iterations',
      'Producer rate (rps)',
      'Consumer rate (rps)',
      'Mutations',
    ],
    figures: (rounds) => {
      const cell = rounds[0]?.cell.cell ?? null;
      const sessions = rounds.map(session);
      const complete = sessions.filter((each): each is Session => each?.complete === true);
      const rate = (of: (each: Session) => number | null) =>
        rateFigure(complete.map(of), rounds.length, cell);
      const mutations = sessions.reduce((sum, each) => sum + (each?.mutations ?? 0), 0);
      const count = (value: number) => plainFigure(value, cell);
      return [
        count(rounds.length),
        count(complete.length),
        count(rounds.length - complete.length),
        count(1),
        count(rounds.length),
        rate(({ producerRate }) => producerRate),
        rate(({ consumerRate }) => consumerRate),
        count(mutations),
      ];
    },
    notComparable: differences(context, { kind, mutations: true }),
    note: `Iterations are rounds. Producer rate: acknowledged mutations per second of the producer’s own time. Consumer rate: deliveries to all ${data.manifest.config.subscribers} subscribers per second of the session (the published tables do not define theirs). Mutations: acknowledged in all rounds.`,
  });
}

/** The median over rounds of what each complete session did in a second. */
function rateFigure(
  rates: readonly (number | null)[],
  sessions: number,
  cell: string | null,
): Figure {
  if (rates.length === 0) return failedFigure('no session is complete', cell);
  const known = rates.filter((rate) => rate !== null);
  if (known.length === 0) return failedFigure('too short for the clock', cell);
  const figure = overRounds(known, cell);
  return known.length === sessions ? figure : { ...figure, ofSurvivors: true };
}
