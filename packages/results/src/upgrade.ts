import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

/** JSON of a file of a run folder, or of one of its lines, as the schema of today has it. */
export type Upgrade = (json: string) => string;

/** What schema 4 has renamed. Inside a string, the quotes of what looks like a key are escaped. */
function from3(json: string): string {
  return (
    json
      .replace(/(?<="schemaVersion"\s*:\s*)3\b/, String(RESULTS_SCHEMA_VERSION))
      .replaceAll(/"settings"(?=\s*:)/g, '"factors"')
      .replaceAll(/"http2QueueBytes"(?=\s*:)/g, '"http2WriteBytes"')
      // The factor's flag: in a sweep, in the name of an arm and in the id of a cell.
      .replaceAll(/(?<=["+])http2-queue(?=[="])/g, 'http2-write')
  );
}

const UPGRADES: ReadonlyMap<unknown, Upgrade> = new Map([
  [3, from3],
  [RESULTS_SCHEMA_VERSION, (json: string) => json],
]);

export const READABLE_VERSIONS = [...UPGRADES.keys()].join(' and ');

/** @returns null for a schema version that cannot be read. */
export function upgradeFrom(version: unknown): Upgrade | null {
  return UPGRADES.get(version) ?? null;
}
