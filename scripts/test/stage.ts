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

export interface Stage {
  readonly name: string;
  readonly run: () => Promise<StageResult>;
}

/** A stage that could not even report: its command broke. */
export function broken(what: string): StageResult {
  return { passed: 0, failures: [what], skips: [] };
}
