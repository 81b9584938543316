import * as v from 'valibot';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

const version = v.nullable(v.string());

/** `manifest.json`: everything that a reader needs to judge or repeat a run. */
export const Manifest = v.strictObject({
  schemaVersion: v.literal(RESULTS_SCHEMA_VERSION),
  protocolVersion: v.number(),
  run: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Null while the run goes on, or when it was killed. */
  endedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  git: v.strictObject({ commit: version, dirty: v.boolean() }),
  config: v.strictObject({
    preset: v.string(),
    variants: v.array(v.string()),
    networks: v.array(v.string()),
    scenarios: v.array(v.string()),
    kinds: v.array(v.picklist(['text', 'binary'])),
    rounds: v.number(),
    seed: v.number(),
    textBatches: v.array(v.number()),
    binaryBatches: v.array(v.number()),
    /** Size of each file in bytes: of one user's batches, and of each of many users. */
    fileBytes: v.number(),
    userFileBytes: v.number(),
    users: v.number(),
    arrivalSeconds: v.number(),
    subscribers: v.number(),
    mutations: v.number(),
  }),
  /** How the network was made; `none` is loopback, whose numbers say nothing of a network. */
  network: v.strictObject({ backend: v.string(), loopback: v.boolean() }),
  machine: v.strictObject({
    os: v.string(),
    kernel: v.string(),
    arch: v.string(),
    cpu: v.string(),
    cores: v.number(),
    memoryBytes: v.number(),
  }),
  /** Kernel settings that shape the numbers, by sysctl name. */
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
});
export type Manifest = v.InferOutput<typeof Manifest>;
