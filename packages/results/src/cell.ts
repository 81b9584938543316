import * as v from 'valibot';
import { Name } from './command-text.ts';
import { NetworkReading } from './real-network.ts';
import { LinkCertificate } from './link-certificate.ts';
import { count, milliseconds, ordinal } from './quantities.ts';
import { CellResources, Limiter } from './resources.ts';
import { PayloadKind, ProbePhase } from './sample.ts';
import { StoredFactors } from './stored-factors.ts';
import { PathRecording } from './message-path.ts';

/** The packets of one direction of a link during a phase, counted when it was empty again. */
export const LinkLosses = v.strictObject({
  /** Complete IP packets, at the sender's device and at the receiver's. */
  sentPackets: count,
  receivedPackets: count,
  /** Lost at random, and dropped by a full queue; null where the emulator does not say. */
  randomLosses: v.nullable(count),
  queueDrops: v.nullable(count),
  /** Random losses that the seeds make of so many packets; absent where that is not known. */
  plannedLosses: v.optional(count),
  /**
   * Of `sentPackets`, the full-size ones (IP packets of at least 1,200 bytes) since their losses were armed, which draw
   * from a sequence of their own; absent where they were not.
   */
  fullPackets: v.optional(count),
});
export type LinkLosses = v.InferOutput<typeof LinkLosses>;

const bothWays = v.strictObject({ down: LinkLosses, up: LinkLosses });

/** What small packets that cross a link in use saw of the queue of one direction. */
export const BeaconReading = v.pipe(
  v.strictObject({
    /** In the window of the phase: those sent, and those of them that did not arrive. */
    sent: count,
    lost: count,
    /** Wait in the queue of those sent in the window that arrived; null when none did. */
    waitMs: v.nullable(v.strictObject({ p50: milliseconds, p95: milliseconds, max: milliseconds })),
    /**
     * Upper bound of the wait in the queue at any time of the phase, from before its pages were opened:
     * the most of wait + time since the beacon before, because a queue empties by 1 ms each ms. Null when
     * none arrived.
     */
    fullestMs: v.nullable(milliseconds),
  }),
  v.check(({ sent, lost }) => lost <= sent, 'more beacons were lost than sent'),
);
export type BeaconReading = v.InferOutput<typeof BeaconReading>;

/** The transfer of a fresh connection, and what was beside it. Optional fields are absent where it never began. */
export const CellPhase = v.strictObject({
  /** Where it was: on the connection of the messages, or elsewhere. */
  phase: ProbePhase,
  /** Seed of the sequences of losses that began with the connection; null where losses have none. */
  linkSeed: v.optional(v.nullable(count)),
  /** In which its messages were to be sent, from its request on, on the clock of `intendedAtMs`. */
  window: v.optional(
    v.pipe(
      v.strictObject({ fromMs: milliseconds, toMs: milliseconds }),
      v.check(({ fromMs, toMs }) => fromMs < toMs, 'a window must end after it begins'),
    ),
  ),
  /** Both directions of the link, from before the pages were opened; null where not counted. */
  link: v.optional(v.nullable(bothWays)),
  /** Null where no beacons were sent, such as on loopback. */
  beacons: v.optional(v.nullable(v.strictObject({ down: BeaconReading, up: BeaconReading }))),
  /**
   * Connections between the two sides while the probes were sent: TCP connections that were
   * established, QUIC's UDP sockets. Counted in the client's namespace; null on loopback.
   */
  connections: v.nullable(v.strictObject({ tcp: count, udp: count })),
  /** The bulk transfer, payload only; null without a transfer. */
  bulk: v.nullable(
    v.strictObject({
      streams: count,
      /** When its first bytes moved, on the clock of the probes' `intendedAtMs`. */
      beganAtMs: milliseconds,
      binMs: v.pipe(milliseconds, v.minValue(1)),
      /** Bytes moved in each bin since `beganAtMs`. */
      binBytes: v.array(count),
    }),
  ),
});
export type CellPhase = v.InferOutput<typeof CellPhase>;

/**
 * One line of `cells.ndjson`, written when the cell has ended, after all its samples. A cell is
 * one variant, network, scenario and payload kind in one round, with processes of its own.
 */
export const Cell = v.strictObject({
  run: v.string(),
  /** `network/variant/scenario-kind/round`; with an arm `network/variant/scenario-kind+arm/round`. */
  cell: v.string(),
  variant: Name,
  network: v.string(),
  scenario: Name,
  kind: PayloadKind,
  round: ordinal,
  /** Arm of a sweep: its differences from the run's own factors; '' without any. */
  arm: v.string(),
  factors: StoredFactors,
  /** Seed of everything random in the cell. */
  seed: v.pipe(v.number(), v.integer()),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  endedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Cells that ran side by side, with this one. */
  sideBySide: v.optional(v.pipe(count, v.minValue(1)), 1),
  status: v.picklist(['ok', 'failed', 'unsupported']),
  /** Why the cell has another status than `ok`, or its samples do not count. Empty when valid. */
  reasons: v.array(v.string()),
  /** False: shown with its reasons, never averaged in. */
  valid: v.boolean(),
  protocol: v.strictObject({
    expected: v.string(),
    /** Operations per protocol as the page saw them (`nextHopProtocol`, WebSocket upgrades). */
    client: v.record(v.string(), count),
    /**
     * Requests per protocol as the server, or the proxy in front of it, saw them. Empty of servers that nobody
     * helps to count.
     */
    server: v.record(v.string(), count),
    /**
     * Requests that asked the server for a priority (RFC 9218), by what they asked for. Absent in runs
     * before it was counted.
     */
    priorities: v.optional(v.record(v.string(), count), {}),
  }),
  samples: count,
  /** The server's final statistics; null when it ended without them. */
  server: v.nullable(
    v.strictObject({
      /** Events that slow subscribers never received. */
      droppedEvents: count,
      brokenTransfers: count,
      /** Peak resident set size of the server process, in bytes. */
      peakRssBytes: count,
    }),
  ),
  /** Always empty; in some runs of this schema. */
  phases: v.optional(v.tuple([])),
  windows: v.optional(v.tuple([])),
  fanOut: v.optional(v.null()),
  /** What its server, its proxy and its browser state, of a cell that asks for versions of its own. */
  versions: v.optional(v.record(v.string(), v.string())),
  /** Lines of `connections.ndjson` that it has; 0 in other scenarios. */
  connections: count,
  /**
   * Scenarios without connections: seed of the sequences of losses that began with the cell (null where losses
   * have none), and both directions of the link from then until its clients had ended. Null where not counted.
   */
  link: v.optional(v.nullable(v.strictObject({ seed: v.nullable(count), ...bothWays.entries }))),
  /** download and upload: null where the paths of messages were not recorded. */
  ways: v.optional(v.nullable(PathRecording)),
  /** Null when the scenario never began. */
  resources: v.nullable(CellResources),
  limiter: v.nullable(Limiter),
  /**
   * The network as measured right before the cell and right after it (null: not measured); null on
   * loopback. If it was outside tolerance before, the cell was not run.
   */
  certificate: v.nullable(
    v.strictObject({ before: LinkCertificate, after: v.nullable(LinkCertificate) }),
  ),
  /** Present: a real network, as measured right before the cell and right after it (null: not measured). */
  found: v.optional(v.strictObject({ before: NetworkReading, after: v.nullable(NetworkReading) })),
});
export type Cell = v.InferOutput<typeof Cell>;
