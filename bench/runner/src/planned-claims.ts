import { changedFactors, factorNamed } from '@holbench/factors/values';
import { CLAIMS, FAMILY_LEVEL } from '@holbench/reports/verdicts/claims';
import type { ClaimCells, ClaimRun, Tries } from '@holbench/reports/verdicts/claims/claim-run';
import { CLAIM_ROUNDS } from '@holbench/reports/verdicts/claims/hypothesis';
import { blocksAt, workloadAt } from '@holbench/results/block';
import { hasFeature } from '@holbench/scenarios/registry';
import { agreeingP, leastAgreeing, smallestP } from '@holbench/stats/sign-test';
import type { Configuration } from './configuration.ts';
import { planCells } from './plan.ts';
import { hasPrecision } from './rounds/stopping-rule.ts';
import type { PlannedCell } from './planned-cell.ts';

/** So many claims have their names in one line. */
const MOST_NAMED = 4;

/** A claim over one network of a plan. */
export interface PlannedClaim {
  readonly claim: string;
  readonly network: string;
  /** Rounds that all of its cells have. */
  readonly rounds: number;
  /** What the tests multiply the p of those rounds by. */
  readonly tries: Tries;
}

/** The claims that all shards of a run have cells for. */
export function plannedClaims(configuration: Configuration): PlannedClaim[] {
  const cells = planCells({ ...configuration, shard: null });
  const profiles = configuration.networks.map(({ profile }) => profile);
  // An exact test needs a number of rounds that was chosen before.
  const tested = CLAIMS.filter(
    ({ run }) => !hasPrecision(configuration) || !hasFeature(run.scenario, 'bulk'),
  );
  return tested.flatMap(({ run }) =>
    configuration.networks.flatMap(({ profile }): PlannedClaim[] => {
      const networks = run.over(profile, profiles) ?? [];
      const place = { network: profile.id, scenario: run.scenario };
      if (networks.length === 0 || blocksAt(configuration, place).length === 0) return [];
      const workload = workloadAt(configuration, place);
      if (run.fits?.(workload) === false) return [];
      const counts = networks.flatMap(({ id }) =>
        run.cells.map((own) => roundsOf(cells, configuration, run, own, id)),
      );
      const rounds = Math.min(...counts);
      if (rounds === 0) return [];
      return [{ claim: run.id, network: profile.id, rounds, tries: run.tries(workload) }];
    }),
  );
}

/** In how many rounds one of the variants has a cell. */
function roundsOf(
  cells: readonly PlannedCell[],
  { factors: base }: Configuration,
  { scenario, kind }: ClaimRun,
  { variants, changes = [] }: ClaimCells,
  network: string,
): number {
  const flags = changes.map(({ flag }) => flag);
  const wanted = changes.flatMap(({ flag, value }) => {
    const factor = factorNamed(flag);
    return factor ? [{ key: factor.key, value: factor.parse(value, flag) }] : [];
  });
  const own = cells.filter(
    (cell) =>
      cell.network.profile.id === network &&
      cell.scenario === scenario &&
      cell.kind === kind &&
      wanted.every(({ key, value }) => cell.factors[key] === value) &&
      changedFactors(cell.factors, base).every(({ flag }) => flags.includes(flag)),
  );
  const counts = variants.map(
    (variant) =>
      new Set(own.filter((cell) => cell.variant === variant).map(({ round }) => round)).size,
  );
  return Math.max(0, ...counts);
}

/** One of the two verdicts that a claim over a network may get. */
interface Side {
  readonly what: string;
  readonly rounds: number;
  readonly tries: number;
  /** How many of its rounds must agree; null where all of them are not enough. */
  readonly least: number | null;
}

/**
 * Whether the rounds of a plan can show its claims at all, and how many of them must agree, a line each;
 * none for a plan without claims. By Holm's correction later verdicts need less than the first one.
 */
export function claimLines(claims: readonly PlannedClaim[]): string[] {
  const tested = claims.filter(({ rounds }) => rounds >= CLAIM_ROUNDS);
  const few = claims.length - tested.length;
  const names = new Set(
    claims.filter(({ rounds }) => rounds < CLAIM_ROUNDS).map(({ claim }) => claim),
  );
  const which = names.size > MOST_NAMED ? '' : `: ${[...names].join(', ')}`;
  const tooFew = `claims: too few rounds for ${few} of the report’s claims${which} (${CLAIM_ROUNDS} needed; --claims without --rounds has them)`;
  const rest = few === 0 ? [] : [tooFew];
  const tests = 2 * tested.length;
  const level = FAMILY_LEVEL / tests;
  const sides = tested.flatMap(({ claim, network, rounds, tries }): Side[] => [
    sideOf(`support ${claim} over ${network}`, rounds, tries.supported, level),
    sideOf(`contradict ${claim} over ${network}`, rounds, tries.contradicted, level),
  ]);
  const needed = (p: number) =>
    `p ${p.toPrecision(2)}, corrected for several tries, and ${level.toPrecision(2)} needed for the first of ${tests} tests`;
  const alike = Map.groupBy(sides, ({ rounds, least }) => `${rounds}/${least}`).values();
  const lines = [...alike].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { rounds, least } = first;
    if (least === null) {
      return own.map(
        ({ what, tries }) =>
          `claims: ${rounds} rounds cannot ${what} before other verdicts are shown (${needed(tries * smallestP(rounds))})`,
      );
    }
    const p = Math.max(...own.map(({ tries }) => tries * agreeingP(rounds, least)));
    const agree =
      least === rounds
        ? 'only if every round agrees and none is lost'
        : `if ${least} of them agree`;
    return `claims: ${rounds} rounds can show ${own.length} of ${tests} verdicts ${agree} (${needed(p)})`;
  });
  return [...lines, ...rest];
}

function sideOf(what: string, rounds: number, tries: number, level: number): Side {
  return { what, rounds, tries, least: leastAgreeing(rounds, level / tries) };
}
