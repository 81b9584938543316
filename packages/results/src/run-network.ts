import * as v from 'valibot';
import { ShellWords } from './command-text.ts';
import { RealNetwork } from './real-network.ts';
import { LinkCertificate } from './link-certificate.ts';
import { NetworkProfile } from './network-profile.ts';

/** One network of a run: its configuration, its backend and its measurement. */
export const RunNetwork = v.strictObject({
  profile: NetworkProfile,
  /** Options that choose it on the command line: `--networks reference-4g --loss 1%`. */
  options: ShellWords,
  /** Its backend, such as "rattan"; null where none could make it, and on loopback. */
  backend: v.nullable(v.string()),
  backendVersion: v.nullable(v.string()),
  /** True: rounds of one seed have the same losses. Absent without a backend. */
  seedsLosses: v.optional(v.boolean()),
  /** Why this backend, or why none. */
  why: v.string(),
  /** True: no emulated network; client and servers shared the loopback device. */
  loopback: v.boolean(),
  /** Kernel settings inside its namespaces, by sysctl name; the same on both sides. */
  sysctls: v.record(v.string(), v.string()),
  /** Full measurement before the first cell; around each cell there is a short check. */
  certificate: v.nullable(LinkCertificate),
  /**
   * Present: the servers were elsewhere (`--target`), and the network between is a real one. Then the profile is
   * what was measured, rounded, and has no certificate.
   */
  found: v.optional(RealNetwork),
});
export type RunNetwork = v.InferOutput<typeof RunNetwork>;

/** Whether the cells of a round share their losses; without a backend they have none. */
export function sharesLosses({ seedsLosses = true }: RunNetwork): boolean {
  return seedsLosses;
}
