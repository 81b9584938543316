/** What one stage of `pnpm test` found. */
export interface StageResult {
  readonly passed: number;
  /** One line per failure. */
  readonly failures: readonly string[];
  /** One line per skip, with its reason. */
  readonly skips: readonly string[];
  /** Tests that were run more than once, and how often beyond the first; among `passed` or `failures`. */
  readonly retries?: readonly { readonly name: string; readonly count: number }[];
}

/** A stage that could not even report: its command broke. */
export function broken(what: string): StageResult {
  return { passed: 0, failures: [what], skips: [] };
}

/** Reads the JSON report of a test program that ended with `exitCode`; null: it left none. */
export function reported(
  program: string,
  exitCode: number,
  report: string | null,
  read: (report: unknown) => StageResult,
): StageResult {
  if (report === null) return broken(`${program} ended with exit code ${exitCode} and no report`);
  const result = read(JSON.parse(report));
  if (exitCode === 0 || result.failures.length > 0) return result;
  return { ...result, failures: [`${program} ended with exit code ${exitCode}`] };
}
