import { SCENARIO_IDS, type ScenarioId } from './scenarios/scenario-ids.ts';
import type { Workload } from '@holbench/results/run-network';

/** How often probes are sent follows from the network. */
type PresetWorkload = Omit<Workload, 'probesPerSecond'>;

/** What a preset decides; the command line can override most of it. */
export interface Preset {
  /** For `--help`. */
  readonly title: string;
  /** Names of the networks, as `--networks` takes them. */
  readonly networks: readonly string[];
  readonly scenarios: readonly ScenarioId[];
  readonly rounds: number;
  /**
   * Of 4f and 4g over shaped networks, which they are about: with four of them a difference can be
   * called shown.
   */
  readonly holbRounds: number;
  /**
   * Whether each variant runs every other scenario and kind only, so that each of those still meets
   * WebSocket, HTTP/1.1 and one of HTTP/2 and HTTP/3. Not where variants, scenarios or kinds were
   * chosen on the command line.
   */
  readonly alternating: boolean;
  readonly workload: PresetWorkload;
  /**
   * The workload of networks that are shaped, where it differs. One connection over `4g` moves
   * about 2 Mbit/s because of the losses: a batch of ten 50 MiB files would take half an hour, and
   * the 20 MB that fill all buffers on the way to one reader (6i) more than a minute.
   */
  readonly shaped: Partial<PresetWorkload>;
  /** 1b and 2d: how many users arrive, spread evenly over `arrivalSeconds`. */
  readonly users: number;
  readonly arrivalSeconds: number;
  /** 3e: pages that subscribe, beside the one that mutates. */
  readonly subscribers: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  smoke: {
    title: 'does everything work: each scenario and kind once, over every other variant',
    networks: ['ideal'],
    scenarios: SCENARIO_IDS,
    rounds: 1,
    holbRounds: 1,
    alternating: true,
    workload: {
      kinds: ['text', 'binary'],
      fileBytes: MIB,
      userFileBytes: MIB,
      textBatches: [10],
      binaryBatches: [10],
      mutations: 10,
      fanOut: [3],
      windowSeconds: 1,
      bulkFileBytes: 8 * MIB,
    },
    shaped: { fileBytes: 128 * KIB, userFileBytes: 128 * KIB, mutations: 5, fanOut: [] },
    users: 3,
    arrivalSeconds: 1,
    subscribers: 2,
  },
  standard: {
    title: 'head-of-line blocking, over 4g in four rounds; the rest once (ideal: binary, 4g: text)',
    networks: ['ideal', '4g'],
    scenarios: ['1a', '1b', '2c', '2d', '3e', '4f', '5h'],
    rounds: 1,
    holbRounds: 4,
    alternating: false,
    workload: {
      // Half of the time: texts differ by round trips, which take none here, and files over `4g` by
      // what its losses leave, which the bulk of 4f shows.
      kinds: ['binary'],
      // Of the published 50 MiB the slowest variant creates ten in half a minute.
      fileBytes: 5 * MIB,
      userFileBytes: 5 * MIB,
      textBatches: [10, 20, 30, 50, 100],
      binaryBatches: [10],
      mutations: 50,
      fanOut: [10],
      windowSeconds: 2,
      bulkFileBytes: 50 * MIB,
    },
    shaped: {
      kinds: ['text'],
      fileBytes: 128 * KIB,
      userFileBytes: 128 * KIB,
      mutations: 10,
      fanOut: [],
    },
    users: 4,
    arrivalSeconds: 1,
    subscribers: 5,
  },
  full: {
    title: 'everything the published tables hold, in five rounds, users one a second',
    networks: ['ideal', '4g', '3g', 'high-loss'],
    scenarios: SCENARIO_IDS,
    rounds: 5,
    holbRounds: 5,
    alternating: false,
    workload: {
      kinds: ['text', 'binary'],
      fileBytes: 50 * MIB,
      userFileBytes: 50 * MIB,
      textBatches: [10, 20, 30, 50, 100],
      binaryBatches: [10, 20, 30, 50, 100],
      mutations: 100,
      fanOut: [10, 100],
      windowSeconds: 10,
      bulkFileBytes: 50 * MIB,
    },
    shaped: {
      fileBytes: 256 * KIB,
      userFileBytes: 256 * KIB,
      binaryBatches: [10],
      mutations: 20,
      fanOut: [],
    },
    users: 61,
    arrivalSeconds: 61,
    subscribers: 10,
  },
};

export type PresetName = 'smoke' | 'standard' | 'full';
