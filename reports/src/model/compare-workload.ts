import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import { fileBytesOf } from '@holbench/scenarios/registry';
import { isBesideBulk } from '@holbench/scenarios/registry';
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
function workload(manifest: Manifest, record: RunNetwork, from: ReportTable['from']): Fields {
  const { users, arrivalSeconds, subscribers } = manifest.config;
  const { mutations, windowSeconds, probesPerSecond } = record.workload;
  const all = { users, arrivalSeconds, subscribers, mutations, windowSeconds, probesPerSecond };
  if (from === null) {
    const { fileBytes, userFileBytes, bulkFileBytes } = record.workload;
    return { ...all, fileBytes, userFileBytes, bulkFileBytes };
  }
  const { scenario, kind } = from;
  const movesFiles = kind === 'binary' || isBesideBulk(scenario);
  return {
    ...(movesFiles ? { fileBytes: fileBytesOf(record.workload, scenario) } : {}),
    ...(isBesideBulk(scenario) ? { windowSeconds, probesPerSecond } : {}),
    ...(scenario === '6i' ? { windowSeconds } : {}),
    ...(scenario === '3e' ? { subscribers, mutations } : {}),
    ...(scenario === '1b' || scenario === '2d' ? { users, arrivalSeconds } : {}),
  };
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
