import { isDeepStrictEqual } from 'node:util';
import { factorNamed } from '@holbench/factors/values';
import { UserError } from '@holbench/process/user-error';
import { CLAIM_RUNS } from '@holbench/scenarios/claims/claim-runs';
import type { ClaimRun } from '@holbench/scenarios/claims/claim-run';
import { SCENARIO_IDS } from '@holbench/scenarios/registry';
import { variantIds } from '@holbench/variants/registry';
import type { PresetName } from '@holbench/workload/parameters';
import {
  chosen,
  type Configuration,
  configure,
  type ConfiguredNetwork,
  KINDS,
  type Overrides,
} from './configuration.ts';
import { networkFlagsOf } from './network/chosen-networks.ts';

type Part = Configuration['parts'][number];

/** The preset `claims`, or another one, overridden by the options. @throws UserError as `configure`. */
export function configurePreset(name: PresetName, overrides: Overrides = {}): Configuration {
  if (name === 'claims') return configureClaims(overrides);
  if (overrides.claims) throw new UserError('--claims: only with --preset claims');
  return configure(name, overrides);
}

/**
 * Each claim needs other variants, networks and factors, so that the run is a list of parts, each a
 * small matrix, planned together: docs/decisions/0025.
 */
function configureClaims(overrides: Overrides): Configuration {
  assertNoChoice(overrides);
  const runs = CLAIM_RUNS.filter(({ id }) => overrides.claims?.includes(id) ?? true);
  const made = runs.flatMap((run) => configured(run, overrides));
  const [first] = made;
  if (first === undefined) {
    throw new UserError(
      'nothing to run: none of the claims has these --variants, --scenarios, --kinds',
    );
  }
  const union = (of: (part: Part) => readonly string[]) => made.flatMap(({ part }) => of(part));
  const rounds = Math.max(...made.map(({ part }) => part.rounds));
  const sweeps = Map.groupBy(
    made.flatMap(({ part }) => part.sweep),
    ({ factor }) => factor,
  );
  return {
    ...first.base,
    variants: chosen(
      variantIds(),
      union(({ variants }) => variants),
    ),
    scenarios: chosen(
      SCENARIO_IDS,
      union(({ scenarios }) => scenarios),
    ),
    kinds: chosen(
      KINDS,
      union(({ kinds }) => kinds),
    ),
    rounds,
    networks: merged(
      made.flatMap(({ base }) => base.networks),
      rounds,
    ),
    sweep: [...sweeps].map(([factor, own]) => ({
      factor,
      values: [...new Set(own.flatMap(({ values }) => values))],
    })),
    parts: withClaims(made.map(({ part }) => part)),
  };
}

/** @throws UserError for options that would make another run of the claims’. */
function assertNoChoice(overrides: Overrides): void {
  const { networks, factors = {}, sweep } = overrides;
  const flags = [
    ...(networks === undefined ? [] : ['networks']),
    ...networkFlagsOf(overrides).filter((flag) => flag !== 'backend'),
    ...Object.keys(factors),
    ...(sweep === undefined ? [] : ['sweep']),
  ];
  if (flags.length === 0) return;
  throw new UserError(
    `--${flags[0]}: the preset claims has networks and factors of its own; choose among them by --claims`,
  );
}

/** The parts of one claim, each with the configuration of its own matrix. */
function configured(run: ClaimRun, overrides: Overrides): { part: Part; base: Configuration }[] {
  const scenarios = chosen([run.scenario], overrides.scenarios);
  const kinds = chosen([run.kind], overrides.kinds);
  return run.cells.flatMap(({ variants: all, change }) => {
    const variants = chosen(all, overrides.variants);
    if ([scenarios, kinds, variants].some(({ length }) => length === 0)) return [];
    return run.networks.map(({ name, options, windowSeconds: window }) => {
      const rounds = overrides.rounds ?? run.rounds;
      const matrix = { window, ...overrides, ...options, rounds };
      const base = configure('claims', {
        ...matrix,
        variants,
        scenarios,
        kinds,
        networks: [name],
      });
      const networks = base.networks.map(({ profile }) => profile.id);
      const sweep = change === undefined ? [] : [sweptTo(change)];
      return {
        part: { claims: [run.id], variants, networks, scenarios, kinds, rounds, sweep },
        base,
      };
    });
  });
}

/** One arm, beside none: a part with another has the run's own factors. */
function sweptTo({ flag, value }: { readonly flag: string; readonly value: string }) {
  const factor = factorNamed(flag);
  if (!factor) throw new Error(`no factor ${flag}`);
  return { factor: flag, values: [factor.format(factor.parse(value, flag))] };
}

/** Each network once, with the kinds of all parts. */
function merged(networks: readonly ConfiguredNetwork[], holbRounds: number): ConfiguredNetwork[] {
  const byId = Map.groupBy(networks, ({ profile }) => profile.id);
  return [...byId.values()].flatMap((own) => {
    const kinds = chosen(
      KINDS,
      own.flatMap(({ workload }) => workload.kinds),
    );
    const alike = own.map((each) => ({
      ...each,
      holbRounds,
      workload: { ...each.workload, kinds },
    }));
    const [first] = alike;
    const other = alike.find((each) => !isDeepStrictEqual(each, first));
    if (other) throw new Error(`two workloads over ${other.profile.id}`);
    return first ?? [];
  });
}

/** Parts that differ in their claims alone are one. */
function withClaims(parts: readonly Part[]): Part[] {
  const same = Map.groupBy(parts, ({ claims: _claims, ...cells }) => JSON.stringify(cells));
  return [...same.values()].flatMap((own) => {
    const claims = own.flatMap((each) => each.claims);
    return own.slice(0, 1).map((part) => ({ ...part, claims }));
  });
}
