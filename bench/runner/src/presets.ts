import type { PresetName } from '@holbench/workload/parameters';

/** What a preset decides beside how much it moves (packages/workload); the command line overrides most of it. */
interface Preset {
  /** For `--help`. */
  readonly title: string;
  /** Names of the networks, as `--networks` takes them. */
  readonly networks: readonly string[];
  readonly rounds: number;
  /** Of scenarios with a bulk over shaped networks: four rounds can show a difference. */
  readonly holbRounds: number;
  /**
   * Whether each variant runs every other scenario and kind only, so that each of those still meets
   * WebSocket, HTTP/1.1 and one of HTTP/2 and HTTP/3. Not where variants, scenarios or kinds were
   * chosen on the command line.
   */
  readonly alternating: boolean;
  /** Payload kinds of the scenarios that have both, over networks that are not shaped, and that are. */
  readonly kinds: readonly ('text' | 'binary')[];
  readonly shapedKinds: readonly ('text' | 'binary')[];
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  smoke: {
    title: 'does everything work: each scenario and kind once, over every other variant',
    networks: ['ideal'],
    rounds: 1,
    holbRounds: 1,
    alternating: true,
    kinds: ['text', 'binary'],
    shapedKinds: ['text', 'binary'],
  },
  standard: {
    title: 'head-of-line blocking, over 4g in four rounds; the rest once (ideal: binary, 4g: text)',
    networks: ['ideal', '4g'],
    rounds: 1,
    holbRounds: 4,
    alternating: false,
    // Half of the time: texts differ by round trips, which take none here, and files over `4g` by
    // what its losses leave, which the bulk of 4f shows.
    kinds: ['binary'],
    shapedKinds: ['text'],
  },
  full: {
    title: 'everything the published tables hold, in five rounds, users one a second',
    networks: ['ideal', '4g', '3g', 'high-loss'],
    rounds: 5,
    holbRounds: 5,
    alternating: false,
    kinds: ['text', 'binary'],
    shapedKinds: ['text', 'binary'],
  },
};
