import * as v from 'valibot';
import { FeasibilityFinding } from './feasibility.ts';
import { RunNetwork } from './run-network.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';
import { Settings } from './settings.ts';

const version = v.nullable(v.string());

/** `manifest.json`: everything that a reader needs to judge or repeat a run. */
export const Manifest = v.strictObject({
  schemaVersion: v.literal(RESULTS_SCHEMA_VERSION),
  protocolVersion: v.number(),
  run: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Null while the run goes on, or when it was killed. */
  endedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** How many cells were to be run, of this shard. */
  plannedCells: v.number(),
  git: v.strictObject({ commit: version, dirty: v.boolean() }),
  config: v.strictObject({
    preset: v.string(),
    variants: v.array(v.string()),
    /** Ids of their profiles. */
    networks: v.array(v.string()),
    scenarios: v.array(v.string()),
    kinds: v.array(v.picklist(['text', 'binary'])),
    /** Of all scenarios but 4f and 4g, which each network has a number of its own for. */
    rounds: v.number(),
    /** Of each scenario and kind every other variant in a round, the others in the next. */
    alternating: v.boolean(),
    seed: v.number(),
    users: v.number(),
    arrivalSeconds: v.number(),
    subscribers: v.number(),
    /** `1/4`: the first of four parts of the cells; null for all of them. */
    shard: version,
    /** Longest that a cell might take, where that was chosen; else it followed from what it does. */
    timeoutSeconds: v.nullable(v.number()),
    /** The run's own; an arm of a sweep differs from them. */
    settings: Settings,
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
    cores: v.number(),
    memoryBytes: v.number(),
  }),
  /** Kernel settings of the machine itself that shape the numbers, by sysctl name. */
  sysctls: v.record(v.string(), v.string()),
  versions: v.strictObject({
    toolingNode: v.string(),
    serverNode: v.string(),
    chromium: version,
    caddy: version,
    quicGo: version,
    uWebSockets: version,
    ws: version,
    fastify: version,
    playwright: version,
    artillery: version,
  }),
  /** Variants of the configuration that cannot run on this machine, and why. */
  unsupported: v.array(v.strictObject({ variant: v.string(), reason: v.string() })),
  /** What was tried of what has no variant; empty where it was not, as in runs of older versions. */
  feasibility: v.optional(v.array(FeasibilityFinding), []),
});
export type Manifest = v.InferOutput<typeof Manifest>;
