import type { Sentence } from '../document/block.ts';
import { delayOutcome, ENOUGH_ROUNDS } from '../figures/decisions.ts';
import { type Figure, keyOf } from '../figures/figure.ts';
import type { Relation } from '../figures/relation.ts';
import { DEADLINE_SECONDS, listing, named } from './sentences.ts';

/**
 * Servers that delay events where they do not delay loads: each load is a request of its own, all
 * events share one answer, which a server may starve alone.
 *
 * @param loads waits from sharing the connection that rank servers.
 */
export function lateEvents(relation: Relation, loads: readonly Figure[]): Sentence[] {
  const pairs = loads.flatMap((load) => {
    const event = relation.find({ ...keyOf(load), metric: 'event-sharing-wait' });
    return event === null || event.value === null ? [] : [{ load, event }];
  });
  const lost = pairs.filter(({ load, event }) => shareLost(event) > shareLost(load) + CHANCE);
  const late = pairs.filter(
    (pair) => !lost.includes(pair) && isDelayed(pair.event) && !isDelayed(pair.load),
  );
  const eventOf = ({ event }: (typeof pairs)[number]) => event;
  return [
    ...listing(`Events, unanswered after ${DEADLINE_SECONDS} s: `, lost.map(eventOf), (each) =>
      named(each, `${each.failed} of ${each.n}`),
    ),
    ...listing('Events are delayed, and loads are not: ', late.map(eventOf)),
  ];
}

/** A share of events may be lost by chance. */
const CHANCE = 0.01;

function shareLost({ failed, n }: Figure): number {
  return n === 0 ? 0 : failed / n;
}

function isDelayed(delay: Figure): boolean {
  return delay.rounds >= ENOUGH_ROUNDS && delayOutcome(delay) === 'delayed';
}
