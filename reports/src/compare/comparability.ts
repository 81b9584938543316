import { blocksAt, namesIn } from '@holbench/results/block';
import { formatFactors } from '@holbench/factors/values';
import type { LinkReading } from '@holbench/results/link-certificate';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import { findScenario, inOrder, parametersOf, isBesideBulk } from '@holbench/scenarios/registry';
import { PARAMETERS } from '@holbench/results/parameters';
import { networkInWords } from '../evidence/real-network.ts';
import { leastDifference } from '../figures/decisions.ts';
import type { Place } from '../figures/figure.ts';
import { readingLine } from '../evidence/networks.ts';
import { differing, differingFields, type Fields } from '../runs/differing.ts';
import { networkOf } from '../runs/report-data.ts';
import { runDifferences } from '../runs/run-differences.ts';

/** What lines call the runs: their own names are long. */
export const NAMES = ['this run', 'the other run'] as const;

/** What else differs between this run and the other than their figures, one line each. */
export function conditionDifferences(manifests: readonly [Manifest, Manifest]): string[] {
  const [here, there] = manifests;
  const fields = (what: string, of: (manifest: Manifest) => Fields) =>
    differingFields(what, manifests.map(of), NAMES);
  return [
    ...runDifferences(manifests, NAMES),
    ...fields('kernel settings', ({ sysctls }) => sysctls),
    ...fields('settings', ({ config: { factors } }) =>
      Object.fromEntries(formatFactors(factors).map(({ flag, value }) => [`--${flag}`, value])),
    ),
    ...fields('plans', ({ config: { preset, seed, jobs } }) => ({ preset, seed, jobs })),
    ...here.networks.flatMap((record) => {
      const { id } = record.profile;
      const other = there.networks.find(({ profile }) => profile.id === id);
      if (!other) return [];
      return [
        ...recordDifferences([record, other]).map((text) => `${id}: ${text}`),
        ...workloadDifferences(manifests, id),
      ];
    }),
  ];
}

/** Of one network in both runs. */
function recordDifferences(records: readonly RunNetwork[]): string[] {
  const sysctls = records.map((record) => record.sysctls);
  return [
    ...linkDifferences(records),
    ...differingFields('kernel settings inside', sysctls, NAMES),
    ...measuredDifferences(records.map(({ certificate }) => certificate?.readings.at(-1) ?? null)),
  ];
}

/** How much the scenarios move that both runs have over a network, and how often: a line for those that differ alike. */
function workloadDifferences(manifests: readonly Manifest[], network: string): string[] {
  const all = inOrder(manifests.flatMap((manifest) => namesIn(manifest, 'scenarios')));
  const changed = all.flatMap((scenario) => {
    const blocks = manifests.flatMap((manifest) =>
      blocksAt(manifest, { network, scenario }).slice(0, 1),
    );
    if (blocks.length < manifests.length) return [];
    const obeyed = parametersOf(scenario);
    const fields = blocks.map(({ workload, rounds }) => ({ ...picked(workload, obeyed), rounds }));
    const [how] = differingFields('workloads', fields, NAMES);
    return how === undefined ? [] : [{ scenario, how }];
  });
  return [...Map.groupBy(changed, ({ how }) => how)].map(
    ([how, alike]) => `${network} ${alike.map(({ scenario }) => scenario).join(', ')}: ${how}`,
  );
}

function picked(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)));
}

/** In what the networks of one name differ: as configured, not as measured. */
function linkDifferences(records: readonly RunNetwork[]): string[] {
  const inWords = records.map((record) => (record.loopback ? 'loopback' : networkInWords(record)));
  // Such as a queue, which is too much for a few words.
  const inFull = records.map(({ profile: { down, up } }) => JSON.stringify({ down, up }));
  return differing('links', new Set(inWords).size > 1 ? inWords : inFull, NAMES);
}

/** Two links that are the same as configured, and were measured to be further apart than allowed. */
function measuredDifferences(readings: readonly (LinkReading | null)[]): string[] {
  const texts = readings.map((reading) => (reading ? readingLine(reading) : 'not measured'));
  const [here, there] = readings.map((reading) => [
    reading?.rttMs?.median ?? 0,
    reading?.down.udpRateKbps ?? 0,
    reading?.up.udpRateKbps ?? 0,
  ]);
  const areApart = here?.some((value, index) => {
    const other = there?.[index] ?? 0;
    const least = leastDifference(index === 0 ? 'ms' : 'Mbit/s', Math.min(value, other));
    return Math.abs(value - other) > least;
  });
  return areApart === true ? differing('links as measured', texts, NAMES) : [];
}

/**
 * Whether the figures of a place are of the same link and workload in two runs that both have the
 * network. Factors do not count: they are what one compares.
 */
export function areComparable(manifests: readonly Manifest[], place: Place): boolean {
  const records = manifests.map((manifest) => networkOf({ manifest }, place.network));
  const workloads = manifests.map((manifest) => {
    const [block] = blocksAt(manifest, place);
    // Of a list, such as sizes of batches, each value has figures of its own; more connections make them more precise.
    const numbers = Object.entries(block?.workload ?? {}).filter(
      ([, value]) => typeof value === 'number',
    );
    return { ...picked(Object.fromEntries(numbers), decidingKeys(place)), connections: null };
  });
  return (
    linkDifferences(records).length === 0 &&
    differingFields('workloads', workloads, NAMES).length === 0
  );
}

/** What a scenario obeys; the size of files only where it moves some. */
function decidingKeys({ scenario: id, kind }: Place): string[] {
  const scenario = findScenario(id);
  if (scenario === null) return [];
  const own = scenario.parameters.filter((key) => PARAMETERS[key].flag !== 'fileSize');
  return kind === 'binary' || isBesideBulk(id) ? [...own, scenario.files] : own;
}
