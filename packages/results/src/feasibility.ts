import * as v from 'valibot';
import { Name } from './command-text.ts';

/** What a live probe found of a combination that the lab has no variant of, on one machine. */
export const FeasibilityFinding = v.strictObject({
  /** Of the probe: `pnpm run doctor --feasibility ID` runs it again. */
  id: Name,
  /** The combination, with the versions that were tried. */
  what: v.string(),
  /** Null: it could not be probed here, and `evidence` says why. */
  works: v.nullable(v.boolean()),
  /** What was seen: names, messages, counts. */
  evidence: v.string(),
  probedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** How long the probe took. */
  seconds: v.pipe(v.number(), v.finite()),
});
export type FeasibilityFinding = v.InferOutput<typeof FeasibilityFinding>;
