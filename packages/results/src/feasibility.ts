import * as v from 'valibot';
import { Name } from './command-text.ts';

/** Result of a feasibility test: a combination without a variant, tried on one machine. */
export const FeasibilityFinding = v.strictObject({
  /** Of the test: `pnpm run doctor --feasibility ID` runs it again. */
  id: Name,
  /** The combination, with the versions that were tried. */
  what: v.string(),
  /** Null: it could not be tested here, and `evidence` says why. */
  works: v.nullable(v.boolean()),
  /** Observations: names, messages, counts. */
  evidence: v.string(),
  probedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Duration of the test. */
  seconds: v.pipe(v.number(), v.finite()),
});
export type FeasibilityFinding = v.InferOutput<typeof FeasibilityFinding>;
