import * as v from 'valibot';
import { Block } from './block.ts';
import { Name } from './command-text.ts';
import { RunNetwork } from './run-network.ts';
import { Machine } from './target-machine.ts';
import { MOST_JOBS } from './run-limits.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';
import { StoredFactors } from './stored-factors.ts';

const version = v.nullable(v.string());
const finite = v.pipe(v.number(), v.finite());
const count = v.pipe(finite, v.minValue(0));
/** As the lab's user, who is not root; as root; as another user, to whom root's lab drops. */
const RunAs = v.picklist(['own', 'root', 'dropped']);

/** `manifest.json`: everything that a reader needs to judge or repeat a run. */
export const Manifest = v.strictObject({
  schemaVersion: v.literal(RESULTS_SCHEMA_VERSION),
  protocolVersion: finite,
  run: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Null while the run is going on, or when it was killed. */
  endedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** Planned cells of this shard. */
  plannedCells: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Null where git could not say. */
  git: v.strictObject({ commit: version, dirty: v.nullable(v.boolean()) }),
  /** What holds for all blocks. */
  config: v.strictObject({
    /** Of the blocks, where they were chosen by one. */
    preset: Name,
    seed: finite,
    /** `1/4`: the first of four parts of the cells; null for all of them. */
    shard: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,4}\/\d{1,4}$/))),
    /** The only cell that runs: one that was repeated of another run; null for all. */
    only: v.nullable(v.strictObject({ cell: v.string() })),
    /** Most cells that run side by side. */
    jobs: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_JOBS)),
    /** No new round begins after this time; null: no limit. */
    budgetSeconds: v.nullable(v.pipe(finite, v.minValue(1))),
    /**
     * Cells of download and upload over shaped networks in which the paths of messages are recorded: all, those of the
     * first round, none.
     */
    recordWait: v.picklist(['all', 'first', 'none']),
    /** Cell time limit, if given; null: derived from the workload. */
    timeoutSeconds: v.nullable(count),
    /** The run's own; the arms of a block differ from them. */
    factors: StoredFactors,
  }),
  /** What runs, and nothing else. */
  blocks: v.pipe(v.array(Block), v.minLength(1)),
  /** The defaults of factors in the version that made the run. */
  defaults: StoredFactors,
  /** Those of the blocks. */
  networks: v.array(RunNetwork),
  machine: Machine,
  /**
   * As whom servers and browser run, and whether the browser has Chromium's sandbox. Absent where the servers are
   * elsewhere.
   */
  rights: v.optional(
    v.strictObject({ servers: RunAs, browser: v.nullable(RunAs), sandbox: v.boolean() }),
  ),
  /** Kernel settings of the machine itself that shape the numbers, by sysctl name. */
  sysctls: v.record(v.string(), v.string()),
  versions: v.strictObject({
    toolingNode: v.string(),
    chromium: version,
    caddy: version,
    quicGo: version,
    envoy: v.optional(version),
    nginx: v.optional(version),
    webTransportQuinn: v.optional(version),
    quinn: v.optional(version),
    playwright: version,
    artillery: version,
    wrk: v.optional(version),
    h2load: v.optional(version),
    tshark: v.optional(version),
    /**
     * Versions of each variant's server and proxy, as they reported them, by variant and name. Only
     * variants that have answered so far.
     */
    servers: v.optional(v.record(v.string(), v.record(v.string(), v.string()))),
  }),
  /** Variants of the configuration that cannot run on this machine, and why. */
  unsupported: v.array(v.strictObject({ variant: v.string(), reason: v.string() })),
});
export type Manifest = v.InferOutput<typeof Manifest>;
