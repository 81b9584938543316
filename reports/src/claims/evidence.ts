import { bootstrapInterval } from '@holbench/stats/bootstrap';
import type { FinishedCell } from '@holbench/results/run-reader';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { ranksServers } from '@holbench/results/validity';
import { isAbove } from '../model/apart.ts';
import { ENOUGH_ROUNDS } from '../model/enough-rounds.ts';
import { plural } from '../model/format.ts';
import { pairedByRound } from '../model/paired-ratio.ts';
import { type ReportData, select, type Selection } from '../model/report-data.ts';
import type { Evidence } from './claim.ts';
import { NotTestable } from './not-testable.ts';

/** One number of one round; of two variants, the cells of both. */
export interface RoundValue {
  readonly value: number;
  readonly cells: readonly string[];
}

/**
 * The rounds of a selection that count and rank servers.
 * @param options.anyLimiter also those in which the client was the bottleneck.
 * @throws NotTestable when they are fewer than four.
 */
export function roundsFor(
  data: ReportData,
  wanted: Selection,
  options: { readonly anyLimiter?: boolean } = {},
): readonly FinishedCell[] {
  const name = `${wanted.variant} in ${wanted.scenario} (${wanted.kind}${wanted.arm ? `, ${wanted.arm}` : ''})`;
  const selected = select(data, wanted);
  if (selected.state !== 'ok') {
    throw new NotTestable(`needs ${name}, which is ${selected.state}: ${selected.reason}`);
  }
  const rounds = selected.rounds.filter(
    ({ cell }) => options.anyLimiter === true || ranksServers(cell),
  );
  if (rounds.length >= ENOUGH_ROUNDS) return rounds;
  const unranked = selected.rounds.length - rounds.length;
  const but = unranked === 0 ? '' : `, not counting ${unranked} limited by the client`;
  throw new NotTestable(`needs ${ENOUGH_ROUNDS} rounds of ${name} and has ${rounds.length}${but}`);
}

/** One number of each round that has one. */
export function perRound(
  rounds: readonly FinishedCell[],
  value: (round: FinishedCell) => number | null | undefined,
): RoundValue[] {
  return rounds.flatMap((round) => {
    const found = value(round);
    return found === null || found === undefined
      ? []
      : [{ value: found, cells: [round.cell.cell] }];
  });
}

/** One number of each round that both have. */
export function perPair(
  a: readonly FinishedCell[],
  b: readonly FinishedCell[],
  value: (a: FinishedCell, b: FinishedCell) => number | null,
): RoundValue[] {
  const keyed = (rounds: readonly FinishedCell[]) =>
    rounds.map((round) => ({ run: round.cell.run, seed: round.cell.seed, round }));
  return pairedByRound(keyed(a), keyed(b)).flatMap(([{ round: one }, { round: other }]) => {
    const found = value(one, other);
    return found === null ? [] : [{ value: found, cells: [one.cell.cell, other.cell.cell] }];
  });
}

/** Median over rounds and its 95 % interval. @throws NotTestable for fewer than four rounds. */
export function evidenceOf(what: string, unit: string, values: readonly RoundValue[]): Evidence {
  const figures = values.map(({ value }) => value);
  const sorted = sortSamples(figures);
  const interval = bootstrapInterval(
    figures.map((figure) => [figure]),
    median,
  );
  if (sorted === null || interval === null || figures.length < ENOUGH_ROUNDS) {
    throw new NotTestable(
      `needs ${ENOUGH_ROUNDS} rounds with ${what} and has ${plural(figures.length, 'round')}`,
    );
  }
  return {
    what,
    unit,
    value: median(sorted),
    interval,
    rounds: figures.length,
    cells: values.flatMap(({ cells }) => cells),
  };
}

/** Whether `a` is shown to be more than `factor` times `b`: its interval is wholly above. */
export function isMore(a: Evidence, b: Evidence, factor = 1): boolean {
  return isAbove(a.interval, { low: factor * b.interval.low, high: factor * b.interval.high });
}
