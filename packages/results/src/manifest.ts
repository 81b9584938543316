import { FactorValues } from '@holbench/factors/values';
import { RunParameters } from '@holbench/workload/workload';
import * as v from 'valibot';
import { Name } from './command-text.ts';
import { FeasibilityFinding } from './feasibility.ts';
import { RunNetwork } from './run-network.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

const version = v.nullable(v.string());
const finite = v.pipe(v.number(), v.finite());
const count = v.pipe(finite, v.minValue(0));

/** `manifest.json`: everything that a reader needs to judge or repeat a run. */
export const Manifest = v.strictObject({
  schemaVersion: v.literal(RESULTS_SCHEMA_VERSION),
  protocolVersion: finite,
  run: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Null while the run goes on, or when it was killed. */
  endedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** How many cells were to be run, of this shard. */
  plannedCells: count,
  /** Null where git could not say. */
  git: v.strictObject({ commit: version, dirty: v.nullable(v.boolean()) }),
  config: v.strictObject({
    preset: Name,
    variants: v.array(Name),
    /** Ids of their profiles. */
    networks: v.array(v.string()),
    scenarios: v.array(Name),
    kinds: v.array(v.picklist(['text', 'binary'])),
    /** Of all scenarios but 4f and 4g, which each network has a number of its own for. */
    rounds: count,
    /** Of each scenario and kind every other variant in a round, the others in the next. */
    alternating: v.boolean(),
    seed: finite,
    ...RunParameters.entries,
    /** `1/4`: the first of four parts of the cells; null for all of them. */
    shard: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,4}\/\d{1,4}$/))),
    /** Longest that a cell might take, where that was chosen; else it followed from what it does. */
    timeoutSeconds: v.nullable(count),
    /** The run's own; an arm of a sweep differs from them. */
    factors: FactorValues,
    /** Factors that were swept, by their names on the command line, each with its values. */
    sweep: v.array(v.strictObject({ factor: v.string(), values: v.array(v.string()) })),
  }),
  /** In the order of the configuration. */
  networks: v.array(RunNetwork),
  machine: v.strictObject({
    os: v.string(),
    kernel: v.string(),
    arch: v.string(),
    cpu: v.string(),
    cores: count,
    memoryBytes: count,
  }),
  /** Kernel settings of the machine itself that shape the numbers, by sysctl name. */
  sysctls: v.record(v.string(), v.string()),
  versions: v.strictObject({
    toolingNode: v.string(),
    serverNode: v.string(),
    chromium: version,
    caddy: version,
    quicGo: version,
    playwright: version,
    artillery: version,
    /** Of runs of older versions, which did not ask the servers. */
    uWebSockets: v.optional(version),
    ws: v.optional(version),
    fastify: v.optional(version),
    /**
     * Of what each variant's server and proxy stand on, as they reported it, by variant and name;
     * of the variants that have answered so far.
     */
    servers: v.optional(v.record(v.string(), v.record(v.string(), v.string()))),
  }),
  /** Variants of the configuration that cannot run on this machine, and why. */
  unsupported: v.array(v.strictObject({ variant: v.string(), reason: v.string() })),
  /** What was tried of what has no variant; empty where it was not, as in runs of older versions. */
  feasibility: v.optional(v.array(FeasibilityFinding), []),
});
export type Manifest = v.InferOutput<typeof Manifest>;
