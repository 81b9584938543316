import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

/** Converts JSON of a run folder's file or line to the current schema. */
export type Upgrade = (json: string) => string;

/**
 * Schema 6 splits the window: until then 4f and 4g had that of all others. Inside a string, the
 * quotes of an apparent key are escaped.
 */
function from5(json: string): string {
  return json
    .replace(/(?<="schemaVersion"\s*:\s*)[345]\b/, String(RESULTS_SCHEMA_VERSION))
    .replaceAll(
      /(\s*)"windowSeconds"(\s*:\s*[\d.]+)/g,
      '$1"holbWindowSeconds"$2,$1"windowSeconds"$2',
    );
}

/** Names changed by schema 4. */
function from3(json: string): string {
  return (
    from5(json)
      .replaceAll(/"settings"(?=\s*:)/g, '"factors"')
      .replaceAll(/"http2QueueBytes"(?=\s*:)/g, '"http2WriteBytes"')
      // The factor's flag: in a sweep, an arm name or a cell id.
      .replaceAll(/(?<=["+])http2-queue(?=[="])/g, 'http2-write')
  );
}

const UPGRADES: ReadonlyMap<unknown, Upgrade> = new Map([
  [3, from3],
  // Schema 5 adds what has a default.
  [4, from5],
  [5, from5],
  [RESULTS_SCHEMA_VERSION, (json: string) => json],
]);

export const READABLE_VERSIONS = [...UPGRADES.keys()].join(', ');

/** @returns null for a schema version that cannot be read. */
export function upgradeFrom(version: unknown): Upgrade | null {
  return UPGRADES.get(version) ?? null;
}
