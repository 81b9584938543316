import * as v from 'valibot';
import { LinkCertificate } from './link-certificate.ts';
import { NetworkProfile } from './network-profile.ts';
import { isHolb } from './scenario-kinds.ts';

/** How much is moved over one network: less where a rate makes each byte take its time. */
export const Workload = v.strictObject({
  /** What the scenarios that have both kinds move over it. */
  kinds: v.array(v.picklist(['text', 'binary'])),
  /** Size of each file in bytes: of one user's batches, and of each of many users. */
  fileBytes: v.number(),
  userFileBytes: v.number(),
  /** 1a and 2c: how many CoValues are loaded or created at once, one batch after the other. */
  textBatches: v.array(v.number()),
  binaryBatches: v.array(v.number()),
  /** 3e: mutations of the producer. */
  mutations: v.number(),
  /** 6i: pages that subscribe, of each of its cells. */
  fanOut: v.array(v.number()),
  /** 4f, 4g and 6i: for how long the messages of a phase are sent, in seconds. */
  windowSeconds: v.number(),
  /** 4f and 4g: small messages a second, both kinds together. */
  probesPerSecond: v.number(),
  /** 4f and 4g: size of each file of the bulk, in bytes. */
  bulkFileBytes: v.number(),
});
export type Workload = v.InferOutput<typeof Workload>;

/** Size in bytes of the files that a scenario moves. */
export function fileBytesOf(workload: Workload, scenario: string): number {
  if (scenario === '1b' || scenario === '2d') return workload.userFileBytes;
  return isHolb(scenario) ? workload.bulkFileBytes : workload.fileBytes;
}

/** One network of a run: what it was to be, how it was made and what it was measured to be. */
export const RunNetwork = v.strictObject({
  profile: NetworkProfile,
  /** What chooses it on the command line: `--networks 4g --loss 1%`. */
  options: v.string(),
  workload: Workload,
  /** Rounds of 4f and 4g over it. */
  holbRounds: v.number(),
  /** What made it, such as "rattan"; null where nothing could, and on loopback. */
  backend: v.nullable(v.string()),
  backendVersion: v.nullable(v.string()),
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
