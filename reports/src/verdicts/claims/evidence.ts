import { armName, differsOnlyIn, type FactorValues } from '@holbench/factors/values';
import type { Cell } from '@holbench/results/cell';
import { certifiedRttMs } from '@holbench/scenarios/certified-rtt';
import { roundsOf } from '@holbench/scenarios/metric';
import { CENSORED } from '@holbench/stats/censored';
import { intervalOfRounds, intervalRank, rangeLevel } from '@holbench/stats/median-interval';
import { middle, shown, UNKNOWN } from '@holbench/stats/round-number';
import type { FigureKey } from '../../figures/figure.ts';
import { ranksRound } from '../../figures/relation.ts';
import { roundOf, select } from '../../runs/report-data.ts';
import type { Evidence, Measured } from './claim.ts';
import { CLAIM_ROUNDS, NotTested } from './hypothesis.ts';
import { type ClaimRound, shareOf, unknown } from './claim-rounds.ts';

/** A figure: by default of texts beside a download, with the run's own factors, over the network that is looked at. */
type Wanted = Pick<FigureKey, 'variant' | 'metric'> &
  Partial<FigureKey> & {
    /** True: also of rounds in which the client was the limiting party. */
    readonly anyLimiter?: true;
  };

/** Cells of a variant over the network that is looked at, of the arms that differ from the run's own factors in one at most. */
export function cellsByFactor(
  { data, network }: Measured,
  { variant, scenario, flag }: { readonly [Key in 'variant' | 'scenario' | 'flag']: string },
): Cell[] {
  const base = data.manifest.config.factors;
  const own = data.cells.filter(({ cell }) => cell.network === network.profile.id);
  return own.flatMap(({ cell }) =>
    cell.variant === variant &&
    cell.scenario === scenario &&
    differsOnlyIn(cell.factors, base, flag)
      ? [cell]
      : [],
  );
}

/** The name of the arm that has these values, whatever the run’s own are. */
export function armWith({ data }: Measured, values: Partial<FactorValues>): string {
  const base = data.manifest.config.factors;
  return armName({ ...base, ...values }, base);
}

/**
 * One number of each round, or connection, that counts and ranks servers; not known where it failed.
 * @throws NotTested when these rounds are fewer than ten.
 */
export function numbersOf(
  { data, relation, network }: Measured,
  { anyLimiter, ...wanted }: Wanted,
): ClaimRound[] {
  const own = { network: network.profile.id, scenario: 'download', kind: 'text' } as const;
  const key: FigureKey = { ...own, arm: '', series: '', fanOut: null, ...wanted };
  const { variant, scenario, kind, arm } = key;
  const name = `${variant} in ${scenario} (${kind}${arm === '' ? '' : `, ${arm}`})`;
  const selected = select(data, key);
  if (selected.state !== 'ok') {
    throw new NotTested(`needs ${name}, which is ${selected.state}: ${selected.reason}`);
  }
  const figure = relation.find(key);
  if (figure?.browserLimit !== undefined && anyLimiter !== true) {
    throw new NotTested(
      `needs ${name}, whose messages the browser held up: ${figure.browserLimit}`,
    );
  }
  const all = selected.rounds.flatMap((each) => roundsOf(roundOf(data, each)));
  const rounds = all.filter(
    (round) => anyLimiter === true || ranksRound(round, figure?.metric, key.series),
  );
  if (rounds.length < CLAIM_ROUNDS) {
    const unranked = all.length - rounds.length;
    const but = unranked === 0 ? '' : `, not counting ${unranked} limited by the client`;
    throw new NotTested(`needs ${CLAIM_ROUNDS} rounds of ${name} and has ${rounds.length}${but}`);
  }
  const points = figure?.points ?? [];
  if (points.length === 0) {
    throw new NotTested(`needs ${key.metric} of ${name}, which no round has`);
  }
  return rounds.map(({ cell: { run, seed, cell } }) => {
    const round = { run, seed, cells: [cell] };
    const point = points.find((each) => each.cell === cell && each.seed === seed);
    if (point === undefined || point.low >= CENSORED) return unknown(round);
    return { ...round, low: point.low, high: point.high };
  });
}

/** Shares of a bound that depends on the round trip in ms, as measured before the cell. */
export function sharesByRtt(
  { data }: Measured,
  numbers: readonly ClaimRound[],
  bound: (rttMs: number) => number | null,
): ClaimRound[] {
  return shareOf(numbers, ({ cells }) => {
    const cell = data.cells.find((each) => cells.includes(each.cell.cell));
    const rtt = cell ? certifiedRttMs(cell) : null;
    return rtt === null ? null : bound(rtt);
  });
}

/** The median over rounds and its interval. */
export function evidenceOf(what: string, unit: string, numbers: readonly ClaimRound[]): Evidence {
  const { value, bound } = shown(middle(numbers) ?? UNKNOWN);
  const { low, high } = intervalOfRounds(numbers) ?? UNKNOWN;
  return {
    what,
    unit,
    value,
    bound,
    low,
    high,
    level: rangeLevel(numbers.length, intervalRank(numbers.length)),
    rounds: numbers.length,
    cells: numbers.flatMap(({ cells }) => cells),
  };
}

/** `× 1.05`, `≥ 3.20` or `unknown`, for the line of a verdict. */
export function inWords({ value, bound }: Evidence, digits = 2): string {
  return value === null ? 'unknown' : `${bound === '' ? '' : `${bound} `}${value.toFixed(digits)}`;
}
