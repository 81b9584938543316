import { DEFAULT_FACTORS, factorNamed } from '@holbench/factors/values';
import {
  CLAIM_ROUNDS,
  type ClaimCells,
  type ClaimRun,
  FAMILY_LEVEL,
  type Tries,
} from '@holbench/scenarios/claims/claim-run';
import { CLAIM_RUNS } from '@holbench/scenarios/claims/claim-runs';
import { smallestP } from '@holbench/stats/sign-test';
import type { Configuration } from './configuration.ts';
import { planCells, type PlannedCell } from './plan.ts';

/** A claim over one network of a plan. */
export interface PlannedClaim {
  readonly claim: string;
  readonly network: string;
  /** Rounds that all of its cells have. */
  readonly rounds: number;
  /** The least p that they can reach, if they all agree. */
  readonly smallestP: Tries;
}

/** The claims that all shards of a run have cells for. */
export function plannedClaims(configuration: Configuration): PlannedClaim[] {
  const cells = planCells({ ...configuration, shard: null });
  const profiles = configuration.networks.map(({ profile }) => profile);
  return CLAIM_RUNS.flatMap((run) =>
    configuration.networks.flatMap(({ profile, workload }): PlannedClaim[] => {
      const networks = run.over(profile, profiles) ?? [];
      if (networks.length === 0 || run.fits?.(workload) === false) return [];
      const counts = networks.flatMap(({ id }) =>
        run.cells.map((own) => roundsOf(cells, run, own, id)),
      );
      const rounds = Math.min(...counts);
      if (rounds === 0) return [];
      const { supported, contradicted } = run.tries(workload);
      const p = smallestP(rounds);
      const least = { supported: supported * p, contradicted: contradicted * p };
      return [{ claim: run.id, network: profile.id, rounds, smallestP: least }];
    }),
  );
}

/** In how many rounds one of the variants has a cell. */
function roundsOf(
  cells: readonly PlannedCell[],
  { scenario, kind }: ClaimRun,
  { variants, change }: ClaimCells,
  network: string,
): number {
  const changed = change === undefined ? null : factorNamed(change.flag);
  const own = cells.filter(
    (cell) =>
      cell.network.profile.id === network &&
      cell.scenario === scenario &&
      cell.kind === kind &&
      (changed === null
        ? cell.arm === ''
        : cell.factors[changed.key] !== DEFAULT_FACTORS[changed.key]),
  );
  const counts = variants.map(
    (variant) =>
      new Set(own.filter((cell) => cell.variant === variant).map(({ round }) => round)).size,
  );
  return Math.max(0, ...counts);
}

/** Whether the rounds of a plan can show its claims at all, a line each; none for a plan without. */
export function claimLines(claims: readonly PlannedClaim[]): string[] {
  const tested = claims.filter(({ rounds }) => rounds >= CLAIM_ROUNDS);
  const few = claims.length - tested.length;
  const tooFew = `claims: too few rounds for ${few} (${CLAIM_ROUNDS} needed; --preset claims has them)`;
  const rest = few === 0 ? [] : [tooFew];
  if (tested.length === 0) return rest;
  const tests = 2 * tested.length;
  const level = FAMILY_LEVEL / tests;
  const lines = [...Map.groupBy(tested, ({ rounds }) => rounds)].flatMap(([rounds, own]) => {
    const sides = own.flatMap(({ claim, network, smallestP: p }) => [
      { what: `support ${claim} over ${network}`, p: p.supported },
      { what: `contradict ${claim} over ${network}`, p: p.contradicted },
    ]);
    const of = (p: number) =>
      `smallest p ${p.toPrecision(2)} of ${level.toPrecision(2)} for ${tests} tests`;
    const able = sides.filter(({ p }) => p <= level);
    const unable = sides.filter(({ p }) => p > level);
    const most = Math.max(...able.map(({ p }) => p));
    const all =
      unable.length === 0 ? `${own.length} claims` : `${able.length} of ${sides.length} verdicts`;
    return [
      ...(able.length === 0 ? [] : [`claims: ${rounds} rounds can show ${all} (${of(most)})`]),
      ...unable.map(({ what, p }) => `claims: ${rounds} rounds cannot ${what} (${of(p)})`),
    ];
  });
  return [...lines, ...rest];
}
