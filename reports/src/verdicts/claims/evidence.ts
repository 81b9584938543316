import type { Cell } from '@holbench/results/cell';
import { certifiedRttMs } from '@holbench/scenarios/certified-rtt';
import { CENSORED } from '@holbench/stats/censored';
import { plural } from '../../document/format.ts';
import { ENOUGH_ROUNDS, isAbove } from '../../figures/decisions.ts';
import { medianOf } from '../../figures/estimate.ts';
import type { FigureKey, Point } from '../../figures/figure.ts';
import { pairedByRound } from '../../figures/pairs.ts';
import { ranksRound } from '../../figures/relation.ts';
import { select } from '../../runs/report-data.ts';
import { type Evidence, type Measured, NotTestable } from './claim.ts';

/** A figure: by default of texts, with the run's own factors, over the network that is looked at. */
type Wanted = Pick<FigureKey, 'variant' | 'scenario' | 'metric'> &
  Partial<FigureKey> & {
    /** True: also of rounds in which the client was the limiting party. */
    readonly anyLimiter?: true;
  };

/** Cells of a scenario over the network that is looked at, of all arms of a variant. */
export function cellsOf({ data, network }: Measured, variant: string, scenario: string): Cell[] {
  const cells = data.cells.map(({ cell }) => cell);
  const own = cells.filter((cell) => cell.network === network.profile.id);
  return own.filter((cell) => cell.variant === variant && cell.scenario === scenario);
}

/**
 * One number of each round that counts and ranks servers.
 * @throws NotTestable when these rounds are fewer than four, or one of them failed, as in findings.
 */
export function pointsOf(
  { data, relation, network }: Measured,
  { anyLimiter, ...wanted }: Wanted,
): Point[] {
  const own = { network: network.profile.id, kind: 'text', arm: '', series: '' } as const;
  const key: FigureKey = { ...own, fanOut: null, ...wanted };
  const { variant, scenario, kind, arm } = key;
  const name = `${variant} in ${scenario} (${kind}${arm === '' ? '' : `, ${arm}`})`;
  const selected = select(data, { ...key, fanOut: undefined });
  if (selected.state !== 'ok') {
    throw new NotTestable(`needs ${name}, which is ${selected.state}: ${selected.reason}`);
  }
  const figure = relation.find(key);
  const of = { network, run: data.manifest.config };
  const rounds = selected.rounds.filter(
    (round) => anyLimiter === true || ranksRound({ ...round, ...of }, figure?.metric, key.series),
  );
  if (rounds.length < ENOUGH_ROUNDS) {
    const unranked = selected.rounds.length - rounds.length;
    const but = unranked === 0 ? '' : `, not counting ${unranked} limited by the client`;
    throw new NotTestable(
      `needs ${ENOUGH_ROUNDS} rounds of ${name} and has ${rounds.length}${but}`,
    );
  }
  if (figure?.survivors === true) throw new NotTestable(`${name} failed in a round`);
  const cells = new Set(rounds.map(({ cell }) => cell.cell));
  const points = figure?.points ?? [];
  return points.filter(({ cell, value }) => cells.has(cell) && value < CENSORED);
}

/** Median over rounds and its 95 % interval. @throws NotTestable for fewer than four rounds. */
export function evidenceOf(
  what: string,
  unit: string,
  points: readonly Point[],
  cells: readonly string[] = points.map(({ cell }) => cell),
): Evidence {
  const { value, low, high, censored, rounds } = medianOf(points);
  if (value === null || low === null || high === null || rounds < ENOUGH_ROUNDS) {
    throw new NotTestable(
      `needs ${ENOUGH_ROUNDS} rounds with ${what} and has ${plural(rounds, 'round')}`,
    );
  }
  return { what, unit, value, low, high, censored, rounds, cells };
}

/**
 * The same of two figures’ ratio in each round that both have, without those where one is 0.
 *
 * @param of what is made of the ratio.
 * @throws NotTestable also where `b` is a lower bound: without these rounds, in which `b` did worst,
 *   the median would favour it.
 */
export function ratioEvidence(
  what: string,
  [a, b]: readonly [readonly Point[], readonly Point[]],
  of: (ratio: number) => number = (ratio) => ratio,
): Evidence {
  const both = pairedByRound(a, b);
  if (both.some(([, other]) => other.censored)) {
    throw new NotTestable(`${what} divides by a lower bound in a round`);
  }
  const pairs = both.filter(([one, other]) => one.value !== 0 && other.value !== 0);
  return evidenceOf(
    what,
    '',
    pairs.map(([one, other]) => ({ ...one, value: of(one.value / other.value) })),
    pairs.flatMap(([one, other]) => [one.cell, other.cell]),
  );
}

/**
 * The same of a figure’s share of a bound, without rounds that have none.
 *
 * @param bound by the round trip in ms that was measured before the cell; null where none was.
 */
export function shareEvidence(
  what: string,
  { data }: Measured,
  points: readonly Point[],
  bound: (rttMs: number | null) => number | null,
): Evidence {
  const shares = points.flatMap((point) => {
    const cell = data.cells.find((each) => each.cell.cell === point.cell);
    const most = bound(cell ? certifiedRttMs(cell) : null);
    return most === null ? [] : [{ ...point, value: point.value / most }];
  });
  return evidenceOf(what, '', shares);
}

/** Whether `a` is shown to be more than `factor` times `b`: its interval is completely above. */
export function isMore(a: Evidence, b: Evidence, factor = 1): boolean {
  return isAbove(a, { high: factor * b.high, censored: b.censored });
}
