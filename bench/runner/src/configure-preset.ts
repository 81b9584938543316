import { isDeepStrictEqual } from 'node:util';
import { factorNamed } from '@holbench/factors/values';
import { listed } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import type { PresetPart } from '@holbench/scenarios/preset-part';
import { partsBeside, presetParts } from '@holbench/scenarios/preset-parts';
import { SCENARIO_IDS } from '@holbench/scenarios/registry';
import { variantIds } from '@holbench/variants/registry';
import type { PresetName } from '@holbench/results/parameters';
import { claimsElsewhere } from './claims-here.ts';
import { chosen, configure, KINDS, type Overrides } from './configure.ts';
import type { Configuration, ConfiguredNetwork } from './configuration.ts';
import { networkFlagsOf } from './network/chosen-networks.ts';

type Part = Configuration['parts'][number];

/**
 * A preset, overridden by the options, with its parts: small matrices that are planned together
 * (packages/scenarios/src/preset-parts.ts).
 * @throws UserError as `configure`.
 */
export function configurePreset(name: PresetName, overrides: Overrides = {}): Configuration {
  if (name !== 'claims' && overrides.claims) {
    throw new UserError(
      `--claims does not go with --preset ${name}: give --preset claims, or leave it out`,
    );
  }
  return presetParts(name).only
    ? configureParts(name, overrides)
    : withParts(configure(name, overrides), overrides);
}

/** A matrix, and beside it the parts of its preset; factors that are chosen replace those. */
function withParts(matrix: Configuration, { factors = {}, sweep }: Overrides): Configuration {
  if (Object.keys(factors).length > 0 || sweep !== undefined) return matrix;
  const { preset, variants, scenarios, kinds } = matrix;
  const own = { variants, scenarios, kinds, networks: matrix.networks.map(idOf) };
  const beside = partsBeside(preset, own).map((part): Part => ({
    ...listsOf(part),
    networks: part.networks.map(({ name }) => name),
  }));
  if (beside.length === 0) return matrix;
  const parts = [{ ...own, claims: [], rounds: null, sweep: [] }, ...beside];
  return { ...matrix, parts, sweep: sweptIn(parts) };
}

/** A preset of parts alone. */
function configureParts(name: PresetName, overrides: Overrides): Configuration {
  assertNoChoice(name, overrides);
  const { claims } = overrides;
  const elsewhere = claimsElsewhere();
  // A claim that is asked for by name is refused by the factor that the machine lacks.
  const own = presetParts(name).parts.filter((part) =>
    claims === undefined
      ? !part.claims.some((id) => elsewhere.has(id))
      : part.claims.some((id) => claims.includes(id)),
  );
  const made = own.flatMap((part) => configured(name, part, overrides));
  const [first] = made;
  if (first === undefined) {
    throw new UserError(whyNoPart(name, overrides, own));
  }
  const union = (of: (part: Part) => readonly string[]) => made.flatMap(({ part }) => of(part));
  const rounds = Math.max(...made.map(({ part, base }) => part.rounds ?? base.rounds));
  const parts = withClaims(made.map(({ part }) => part));
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
    sweep: sweptIn(parts),
    parts,
  };
}

/** What to choose instead of lists that no part has together. */
function whyNoPart(name: PresetName, overrides: Overrides, parts: readonly PresetPart[]): string {
  const given = (['variants', 'scenarios', 'kinds'] as const).filter(
    (list) => overrides[list] !== undefined,
  );
  const allowed = given.map((list) => {
    const names = new Set<string>(parts.flatMap((part) => [...part[list]]));
    return `--${list} ${[...names].join(',')}`;
  });
  const flags = given.map((list) => `--${list}`).join(', ');
  return `${flags}: no cell of --preset ${name} has these; it has cells of ${allowed.join(' and ')}`;
}

/** Each factor once, with the values of all parts. */
function sweptIn(parts: readonly Part[]): Configuration['sweep'] {
  const sweeps = Map.groupBy(
    parts.flatMap(({ sweep }) => sweep),
    ({ factor }) => factor,
  );
  return [...sweeps].map(([factor, own]) => ({
    factor,
    values: [...new Set(own.flatMap(({ values }) => values))],
  }));
}

/** @throws UserError for options that would make another run of a preset of parts. */
function assertNoChoice(preset: PresetName, overrides: Overrides): void {
  const { networks, found, factors = {}, sweep } = overrides;
  const flags = [
    ...(found === undefined ? [] : ['target']),
    ...(networks === undefined ? [] : ['networks']),
    ...networkFlagsOf(overrides).filter((flag) => flag !== 'backend'),
    ...Object.keys(factors),
    ...(sweep === undefined ? [] : ['sweep']),
  ];
  if (flags.length === 0) return;
  const choices = ['--variants', '--scenarios', '--kinds', '--rounds'];
  const all = preset === 'claims' ? ['--claims', ...choices] : choices;
  throw new UserError(
    `${flags.map((flag) => `--${flag}`).join(', ')}: --preset ${preset} has networks and factors of its own; ` +
      `leave ${flags.length === 1 ? 'it' : 'them'} out, or take another preset (${listed(all)} choose among its cells)`,
  );
}

/** A part over each of its networks, each with the configuration of its own matrix. */
function configured(
  preset: PresetName,
  own: PresetPart,
  overrides: Overrides,
): { part: Part; base: Configuration }[] {
  const lists = listsOf(own);
  const variants = chosen(lists.variants, overrides.variants);
  const scenarios = chosen(lists.scenarios, overrides.scenarios);
  const kinds = chosen(own.kinds, overrides.kinds);
  if ([scenarios, kinds, variants].some(({ length }) => length === 0)) return [];
  // Without a number of its own a part has that of the run, which `--until` may change.
  const rounds = own.rounds === null ? null : (overrides.rounds ?? own.rounds);
  return own.networks.map(({ name, options, windowSeconds: window, windowLosses: leastLosses }) => {
    const base = configure(preset, {
      window,
      leastLosses,
      ...overrides,
      ...options,
      ...(rounds === null ? {} : { rounds }),
      variants,
      scenarios,
      kinds,
      networks: [name],
    });
    const networks = base.networks.map(idOf);
    return { part: { ...lists, variants, networks, scenarios, kinds, rounds }, base };
  });
}

/** What a manifest stores of a part, without its networks. */
function listsOf({ claims, variants, scenarios, kinds, rounds, sweep }: PresetPart) {
  return {
    claims: [...claims],
    variants: [...variants],
    scenarios: [...scenarios],
    kinds: [...kinds],
    rounds,
    sweep: sweep.map(formatted),
  };
}

/** Values as their factor formats them. */
function formatted({ factor: flag, values }: PresetPart['sweep'][number]) {
  const factor = factorNamed(flag);
  if (!factor) throw new Error(`no factor ${flag}`);
  return { factor: flag, values: values.map((value) => factor.format(factor.parse(value, flag))) };
}

function idOf({ profile }: ConfiguredNetwork): string {
  return profile.id;
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
