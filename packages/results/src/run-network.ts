import * as v from 'valibot';
import { ShellWords } from './command-text.ts';
import { LinkCertificate } from './link-certificate.ts';
import { NetworkProfile } from './network-profile.ts';
import { isHolb } from './scenario-kinds.ts';

const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));
const sizes = v.array(count);

/** How much is moved over one network: less where a rate makes each byte take its time. */
export const Workload = v.strictObject({
  /** What the scenarios that have both kinds move over it. */
  kinds: v.array(v.picklist(['text', 'binary'])),
  /** Size of each file in bytes: of one user's batches, and of each of many users. */
  fileBytes: count,
  userFileBytes: count,
  /** 1a and 2c: how many CoValues are loaded or created at once, one batch after the other. */
  textBatches: v.pipe(sizes, v.minLength(1)),
  binaryBatches: v.pipe(sizes, v.minLength(1)),
  /** 3e: mutations of the producer. */
  mutations: count,
  /** 6i: pages that subscribe, of each of its cells. */
  fanOut: sizes,
  /** 4f, 4g and 6i: for how long the messages of a phase are sent, in seconds. */
  windowSeconds: positive,
  /** 4f and 4g: small messages a second, both kinds together. */
  probesPerSecond: positive,
  /** 4f and 4g: size of each file of the bulk, in bytes. */
  bulkFileBytes: count,
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
