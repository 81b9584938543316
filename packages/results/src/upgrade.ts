import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

/** What a file of a run folder holds, as it was parsed and before its schema checked it. */
export interface RawLines {
  readonly manifest: (value: unknown) => unknown;
  readonly cell: (value: unknown) => unknown;
  readonly sample: (value: unknown) => unknown;
}

const asItIs: RawLines = {
  manifest: (value) => value,
  cell: (value) => value,
  sample: (value) => value,
};

/** By the schema version of a manifest, what turns its run's lines into those of today. */
const UPGRADES: ReadonlyMap<unknown, RawLines> = new Map([
  [3, { manifest: manifestOf3, cell: cellOf3, sample: sampleOf3 }],
  [RESULTS_SCHEMA_VERSION, asItIs],
]);

export const READABLE_VERSIONS = [...UPGRADES.keys()].join(' and ');

/** @returns null for a version that cannot be read. */
export function upgradeFrom(version: unknown): RawLines | null {
  return UPGRADES.get(version) ?? null;
}

function manifestOf3(value: unknown): unknown {
  return changed(value, {
    schemaVersion: () => RESULTS_SCHEMA_VERSION,
    config: (config) => {
      const sweep = (each: unknown): unknown => changed(each, { factor: flagOf3 });
      return withFactors(
        changed(config, { sweep: (list) => (Array.isArray(list) ? list.map(sweep) : list) }),
      );
    },
  });
}

function cellOf3(value: unknown): unknown {
  return withFactors(changed(value, { cell: flagOf3, arm: flagOf3 }));
}

function sampleOf3(value: unknown): unknown {
  return changed(value, { cell: flagOf3 });
}

function withFactors(value: unknown): unknown {
  const factors = (factors: unknown): unknown =>
    renamed(factors, 'http2QueueBytes', 'http2WriteBytes');
  return changed(renamed(value, 'settings', 'factors'), { factors });
}

/** As the name of a factor, and in the name of an arm or of a cell. */
function flagOf3(text: unknown): unknown {
  return typeof text === 'string'
    ? text.replace(/(^|\+)http2-queue(?==|$)/, '$1http2-write')
    : text;
}

/** The object with some of its fields changed; anything else as it is, for its schema to refuse. */
function changed(
  value: unknown,
  changes: Readonly<Record<string, (field: unknown) => unknown>>,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    Object.hasOwn(changes, name) ? changes[name]?.(field) : field,
  ]);
  return Object.fromEntries(entries);
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name === from ? to : name, field]),
  );
}
