import { Workload } from '@holbench/workload/workload';
import * as v from 'valibot';
import { ShellWords } from './command-text.ts';
import { LinkCertificate } from './link-certificate.ts';
import { NetworkProfile } from './network-profile.ts';

const count = v.pipe(v.number(), v.finite(), v.minValue(0));

/** One network of a run: what it was to be, how it was made and what it was measured to be. */
export const RunNetwork = v.strictObject({
  profile: NetworkProfile,
  /** What chooses it on the command line: `--networks 4g --loss 1%`. */
  options: ShellWords,
  workload: Workload,
  /** Rounds of 4f and 4g over it. */
  holbRounds: count,
  /** What made it, such as "rattan"; null where nothing could, and on loopback. */
  backend: v.nullable(v.string()),
  backendVersion: v.nullable(v.string()),
  /** True: rounds of one seed have the same losses. Absent without a backend, and in older runs. */
  seedsLosses: v.optional(v.boolean()),
  /** Why this backend, or why none. */
  why: v.string(),
  /** True: no network at all. Client and servers shared the loopback device. */
  loopback: v.boolean(),
  /** Kernel settings inside its namespaces, by sysctl name; the same on both sides. */
  sysctls: v.record(v.string(), v.string()),
  /** Full measurement before the first cell; around each cell there is a short check. */
  certificate: v.nullable(LinkCertificate),
});
export type RunNetwork = v.InferOutput<typeof RunNetwork>;

/** Whether the cells of a round share their losses; `backendVersion` of older runs says so. */
export function sharesLosses({ seedsLosses, backend, backendVersion }: RunNetwork): boolean {
  return seedsLosses ?? (backend !== 'dnctl' && !/losses not seeded/.test(backendVersion ?? ''));
}
