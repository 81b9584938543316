import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import { findScenario, isBesideBulk } from '@holbench/scenarios/registry';
import { PARAMETERS } from '@holbench/workload/parameters';
import { differing, differingFields } from './differing.ts';
import { linkText } from './link-text.ts';
import { networkOf } from './report-data.ts';
import type { ReportTable } from './report-tables.ts';

/** Of both runs, this one first. */
export type Pair<Value> = readonly [Value, Value];

type Fields = Readonly<Record<string, number>>;

/**
 * Why the figures of a table are not comparable in two runs: the network of that name is another
 * one, or something else was run over it. Settings do not count: they are what one compares.
 */
export function incomparable(
  manifests: Pair<Manifest>,
  network: string,
  from: ReportTable['from'],
  names: Pair<string>,
): string[] {
  const records = pair(manifests, (manifest) => networkOf({ manifest }, network));
  return [
    ...networkDifferences(records, names),
    ...differingFields(
      'workloads',
      pair(manifests, (manifest, index) => workload(manifest, records[index], from)),
      names,
    ),
  ];
}

/** In what the networks of one name differ: as configured, not as measured. */
export function networkDifferences(records: Pair<RunNetwork>, names: Pair<string>): string[] {
  const links = pair(records, ({ profile, loopback }) =>
    loopback ? 'loopback' : linkText(profile),
  );
  const inWords = differing('links', links, names);
  if (inWords.length > 0) return inWords;
  // Such as a queue, which is too much for a few words.
  return differing(
    'links',
    pair(records, ({ profile: { down, up } }) => JSON.stringify({ down, up })),
    names,
  );
}

/** Whatever of two networks' workloads differs, of any scenario. */
export function workloadDifferences(records: Pair<RunNetwork>, names: Pair<string>): string[] {
  const fields = pair(records, ({ workload: all, holbRounds }) => ({ ...all, holbRounds }));
  return differingFields('workloads', pair(fields, texts), names);
}

/** What decides the figures of a scenario besides the link, in the words of the manifest. */
function workload({ config }: Manifest, record: RunNetwork, from: ReportTable['from']): Fields {
  const keys: readonly string[] = from === null ? Object.keys(PARAMETERS) : deciding(from);
  const values = Object.entries({ ...record.workload, ...config });
  // Of a list, such as sizes of batches, each value has figures of its own.
  return Object.fromEntries(
    values.flatMap(([key, value]) =>
      keys.includes(key) && typeof value === 'number' ? [[key, value]] : [],
    ),
  );
}

/** What a scenario obeys; the size of files only where it moves some. */
function deciding({ scenario: id, kind }: NonNullable<ReportTable['from']>): string[] {
  const scenario = findScenario(id);
  if (scenario === null) return [];
  const own = scenario.parameters.filter((key) => PARAMETERS[key].flag !== 'fileSize');
  return kind === 'binary' || isBesideBulk(id) ? [...own, scenario.files] : own;
}

/** Lists as text: `textBatches 10 20`. */
function texts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(' ')}]` : String(value),
    ]),
  );
}

export function pair<From, To>(
  [here, there]: Pair<From>,
  of: (value: From, index: 0 | 1) => To,
): Pair<To> {
  return [of(here, 0), of(there, 1)];
}
