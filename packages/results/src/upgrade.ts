import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

/** Converts JSON of a run folder's file or line to the current schema. */
export type Upgrade = (json: string) => string;

/** Schemas 5 and 6 add what has a default. */
function from4(json: string): string {
  return json.replace(/(?<="schemaVersion"\s*:\s*)[345]\b/, String(RESULTS_SCHEMA_VERSION));
}

/** Names changed by schema 4. Inside a string, the quotes of an apparent key are escaped. */
function from3(json: string): string {
  return (
    from4(json)
      .replaceAll(/"settings"(?=\s*:)/g, '"factors"')
      .replaceAll(/"http2QueueBytes"(?=\s*:)/g, '"http2WriteBytes"')
      // The factor's flag: in a sweep, an arm name or a cell id.
      .replaceAll(/(?<=["+])http2-queue(?=[="])/g, 'http2-write')
  );
}

const UPGRADES: ReadonlyMap<unknown, Upgrade> = new Map([
  [3, from3],
  [4, from4],
  [5, from4],
  [RESULTS_SCHEMA_VERSION, (json: string) => json],
]);

export const READABLE_VERSIONS = [...UPGRADES.keys()].join(', ');

/** @returns null for a schema version that cannot be read. */
export function upgradeFrom(version: unknown): Upgrade | null {
  return UPGRADES.get(version) ?? null;
}
