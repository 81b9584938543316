/**
 * Version of the run folder: manifest, cells and samples. Writers write this one; readers take the
 * older ones of `upgrade.ts`, too.
 * 2: networks with their certificates, and how much is moved over each.
 * 3: factors and sweeps, resources and limiter of each cell.
 * 4: `settings` are `factors`; the factor `http2-queue` is `http2-write`.
 * 5: `windows` of each cell.
 * 6: working conditions and counters of the link in each phase, when a message was sent, how many
 * cells ran side by side, stopping rules.
 * 7: other names of scenarios, networks, phases and a setting (`renamed.ts`).
 * 8: a run is a list of blocks, each with its workload.
 * 9: connections, each with a line (`connections.ndjson`).
 */
export const RESULTS_SCHEMA_VERSION = 9;
