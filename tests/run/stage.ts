import * as v from 'valibot';

const Lines = v.pipe(v.array(v.string()), v.readonly());

/** What one stage of `pnpm test` found. */
export const StageResult = v.object({
  passed: v.number(),
  /** One line per failure. */
  failures: Lines,
  /** One line per skip, with its reason. */
  skips: Lines,
  /** Tests that were run more than once, and how often beyond the first; among `passed` or `failures`. */
  retries: v.optional(v.array(v.object({ name: v.string(), count: v.number() }))),
});
export type StageResult = v.InferOutput<typeof StageResult>;

/** A stage that could not even report: its command broke. */
export function broken(what: string): StageResult {
  return { passed: 0, failures: [what], skips: [] };
}

/** What several questions of one stage found. */
export function together(results: readonly StageResult[]): StageResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    skips: results.flatMap(({ skips }) => skips),
  };
}

/** How many repeated attempts of tests a whole run may have. */
const RETRIES_ALLOWED = 3;

/** A few are those of a busy machine; with more, what is repeated until it passes says nothing. */
export function judgeRetries(stages: readonly StageResult[]): StageResult {
  const count = stages
    .flatMap(({ retries = [] }) => retries)
    .reduce((sum, retry) => sum + retry.count, 0);
  const line = `${count} retries in the whole run, of at most ${RETRIES_ALLOWED}`;
  if (count > RETRIES_ALLOWED) return broken(line);
  console.log(`ok     ${line}`);
  return { passed: 1, failures: [], skips: [] };
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
