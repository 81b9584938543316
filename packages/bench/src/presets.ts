/** What a preset decides; every number can be overridden on the command line. */
export interface Preset {
  /** For `--help`. */
  readonly title: string;
  readonly rounds: number;
  readonly fileBytes: number;
  /** 1b and 2d: smaller where 61 users' files would take most of the run's time. */
  readonly userFileBytes: number;
  /** 1a and 2c: how many CoValues are loaded or created at once, one batch after the other. */
  readonly textBatches: readonly number[];
  readonly binaryBatches: readonly number[];
  /** 1b and 2d: how many users arrive, spread evenly over `arrivalSeconds`. */
  readonly users: number;
  readonly arrivalSeconds: number;
  /** 3e: pages that subscribe, beside the one that produces `mutations` mutations. */
  readonly subscribers: number;
  readonly mutations: number;
}

const MIB = 1024 * 1024;

export const PRESETS = {
  smoke: {
    title: 'does everything work: 1 MiB files, one round',
    rounds: 1,
    fileBytes: MIB,
    userFileBytes: MIB,
    textBatches: [10],
    binaryBatches: [10],
    users: 3,
    arrivalSeconds: 1,
    subscribers: 2,
    mutations: 10,
  },
  standard: {
    title: 'three rounds; the published sizes but for the largest transfers',
    rounds: 3,
    fileBytes: 50 * MIB,
    userFileBytes: 5 * MIB,
    textBatches: [10, 20, 30, 50, 100],
    binaryBatches: [10],
    users: 61,
    arrivalSeconds: 10,
    subscribers: 10,
    mutations: 100,
  },
  full: {
    title: 'everything the published tables hold, in five rounds, users one a second',
    rounds: 5,
    fileBytes: 50 * MIB,
    userFileBytes: 50 * MIB,
    textBatches: [10, 20, 30, 50, 100],
    binaryBatches: [10, 20, 30, 50, 100],
    users: 61,
    arrivalSeconds: 61,
    subscribers: 10,
    mutations: 100,
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
