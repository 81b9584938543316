import { isBesideBulk } from '@holbench/scenarios/registry';
import { changedFactors, DEFAULT_FACTORS, factorNamed } from '@holbench/factors/values';
import { sharesLosses } from '@holbench/results/run-network';
import { VARIANTS, type Variant } from '@holbench/variants/registry';
import { factorTable, type FactorRow } from './factor-table.ts';
import { idText } from './id-text.ts';
import { markUnranked } from './mark-unranked.ts';
import { selectArms } from './published-table.ts';
import { type ReportData, select } from './report-data.ts';
import type { ReportTable } from './report-tables.ts';
import type { Table } from './table.ts';

/** A factor that the run swept. */
export interface SweptFactor {
  readonly factor: string;
  readonly values: readonly string[];
  /** What its arms are compared with. */
  readonly baseline: string;
  /** Scenarios and variants that it was swept over. */
  readonly over: string;
}

/** What a run set, and varied, besides its networks. */
export interface Factors {
  /** Factors of the complete run that are not the default of the library, kernel or browser. */
  readonly changed: readonly {
    readonly factor: string;
    readonly value: string;
    readonly fallback: string;
  }[];
  readonly swept: readonly SweptFactor[];
  /** What the factors do to small messages and to the bulk. */
  readonly tables: readonly Table[];
  /** Tables of other scenarios that have rows, or columns, of arms. */
  readonly elsewhere: readonly Pick<ReportTable, 'id' | 'title'>[];
}

/** @returns null for a run that swept nothing and has every setting at its default. */
export function factors(
  data: ReportData,
  tablesOver: ReadonlyMap<string, readonly ReportTable[]>,
): Factors | null {
  const { factors, sweep } = data.manifest.config;
  const changed = changedFactors(factors, DEFAULT_FACTORS).map(({ flag, value }) => ({
    factor: flag,
    value,
    fallback: formattedDefault(flag),
  }));
  if (sweep.length === 0 && changed.length === 0) return null;
  return {
    changed,
    swept: sweep.map((each) => sweptFactor(data, each)),
    tables: [...armTables(data), ...networkTables(data)].map((table) => markUnranked(table, data)),
    elsewhere: [...tablesOver].flatMap(([network, tables]) =>
      tables.filter(
        ({ from }) => from !== null && !isBesideBulk(from.scenario) && hasArms(data, network, from),
      ),
    ),
  };
}

function formattedDefault(flag: string): string {
  const factor = factorNamed(flag);
  return factor === null ? '' : factor.format(factor.default);
}

function sweptFactor(
  { cells, manifest }: ReportData,
  { factor, values }: ReportData['manifest']['config']['sweep'][number],
): SweptFactor {
  const { factors, networks, scenarios, variants } = manifest.config;
  const known = factorNamed(factor);
  if (known === null) {
    const first = networks.filter((network) => network === baselineNetwork(networks, network));
    return {
      factor,
      values,
      baseline: `the first of its values: ${first.join(', ')}`,
      over: `${scenarios.join(', ')}: ${variants.join(', ')} (it makes networks: ${networks.join(', ')})`,
    };
  }
  const { key } = known;
  // A factor that makes no difference to a variant or scenario is not swept there.
  const touched = cells.filter(({ cell }) => cell.factors[key] !== factors[key]);
  const has = (of: 'scenario' | 'variant', id: string) =>
    touched.some(({ cell }) => cell[of] === id);
  const own = known.format(factors[key]);
  const fallback = formattedDefault(factor);
  const isDefault = own === 'default' ? '' : ' (the default)';
  return {
    factor,
    values,
    baseline: `the run’s own: ${own}${own === fallback ? isDefault : ` (the default: ${fallback})`}${values.includes(own) ? '' : ', which it did not run'}`,
    over:
      touched.length === 0
        ? 'nothing that was run'
        : `${scenarios.filter((id) => has('scenario', id)).join(', ')}: ${variants.filter((id) => has('variant', id)).join(', ')}`,
  };
}

/** One for each network and scenario that has arms: every arm against the run's own settings. */
function armTables(data: ReportData): Table[] {
  return holbPlaces(data).flatMap(({ network, scenario, id, where }) => {
    const arms = selectArms({ data, network, scenario, kind: 'text' });
    const rows = arms.flatMap(({ variant, arm, header, selected }): FactorRow[] => {
      const swept = arms.some((each) => each.variant === variant && each.arm !== '');
      if (!swept) return [];
      if (arm === '') return [{ header: `${header}, run’s own`, selected, baseline: null }];
      const own = { variant: variant.id, network, scenario, kind: 'text' } as const;
      return [{ header, selected, baseline: select(data, own) }];
    });
    if (rows.length === 0) return [];
    const text = {
      id: `table-factors-${id}`,
      title: `Factors in ${where}`,
      note: 'Baseline: the same variant with the run’s own settings.',
      shared: sharedBy(data, network),
    };
    return [factorTable(text, rows)];
  });
}

/** What two arms of one round have in common over a network. */
function sharedBy({ manifest }: ReportData, network: string): string {
  const record = manifest.networks.find(({ profile }) => profile.id === network);
  const isShared = record === undefined || sharesLosses(record);
  return isShared
    ? 'a seed and its losses'
    : 'a seed, but not its losses (its emulator cannot seed them)';
}

/** Where numbers of a network were swept: each of the networks against the first of them. */
function networkTables(data: ReportData): Table[] {
  const { networks, scenarios, sweep } = data.manifest.config;
  if (sweep.every(({ factor }) => factorNamed(factor) !== null)) return [];
  const families = Map.groupBy(networks, (network) => baselineNetwork(networks, network));
  return [...families].flatMap(([first, members]) =>
    members.length < 2
      ? []
      : scenarios.filter(isBesideBulk).flatMap((scenario) => {
          const rows = VARIANTS.flatMap((variant) =>
            armsOver(data, members, scenario, variant).flatMap((arm) =>
              members.map((network): FactorRow => {
                const of = (over: string) =>
                  select(data, { variant: variant.id, network: over, scenario, kind: 'text', arm });
                const baseline = network === first ? null : of(first);
                const name = [`${variant.code} ${variant.id}`, arm, network];
                const header = name.filter((part) => part !== '').join(', ');
                return { header, selected: of(network), baseline };
              }),
            ),
          ).filter(({ selected }) => selected.state !== 'not-run');
          if (rows.length === 0) return [];
          const suffix = families.size > 1 ? `-${idText(first)}` : '';
          const text = {
            id: `table-factors-networks-${scenario}${suffix}`,
            title: `Networks of the sweep in ${scenario}`,
            note: `Baseline: the same variant and settings over the first of these networks, ${first}.`,
            shared: 'a seed, and not what the networks make of it',
          };
          return [factorTable(text, rows)];
        }),
  );
}

/** Of a variant, over any of the networks: a factor may have been swept beside theirs. */
function armsOver(
  data: ReportData,
  networks: readonly string[],
  scenario: string,
  wanted: Variant,
): readonly string[] {
  const arms = networks.flatMap((network) =>
    selectArms({ data, network, scenario, kind: 'text' }).flatMap(({ variant, arm }) =>
      variant === wanted ? [arm] : [],
    ),
  );
  return [...new Set(arms)].toSorted();
}

/** A network's name is that of its profile, then what was changed: the first of each profile. */
function baselineNetwork(networks: readonly string[], network: string): string {
  const profile = (id: string) => id.split('+')[0];
  return networks.find((each) => profile(each) === profile(network)) ?? network;
}

function holbPlaces({ manifest }: ReportData) {
  const { networks, scenarios } = manifest.config;
  return networks.flatMap((network) =>
    scenarios.filter(isBesideBulk).map((scenario) => ({
      network,
      scenario,
      id: networks.length > 1 ? `${scenario}-${idText(network)}` : scenario,
      where: networks.length > 1 ? `${scenario} over ${network}` : scenario,
    })),
  );
}

function hasArms(
  { cells }: ReportData,
  network: string,
  { scenario, kind }: NonNullable<ReportTable['from']>,
): boolean {
  return cells.some(
    ({ cell }) =>
      cell.network === network &&
      cell.scenario === scenario &&
      cell.kind === kind &&
      cell.arm !== '',
  );
}
