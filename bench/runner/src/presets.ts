import type { Manifest } from '@holbench/results/manifest';
import { CLAIM_ROUNDS } from '@holbench/scenarios/claims/claim-run';
import type { PresetName } from '@holbench/results/parameters';

/** A preset without its workload (packages/results/src/parameters.ts). The command line overrides most of it. */
interface Preset {
  /** For `--help`. */
  readonly title: string;
  /** Names of the networks, as `--networks` takes them. */
  readonly networks: readonly string[];
  readonly rounds: number;
  /** Of scenarios with a bulk transfer over unshaped networks, which no option names. */
  readonly plainHolbRounds: number;
  /** Of scenarios with a bulk transfer over shaped networks: from six rounds on there is an interval. */
  readonly holbRounds: number;
  /**
   * Whether each variant runs only every other scenario and kind. Each of those still runs over
   * WebSocket, HTTP/1.1 and one of HTTP/2 and HTTP/3. Off if variants, scenarios or kinds were
   * chosen.
   */
  readonly alternating: boolean;
  /** Payload kinds of scenarios with both, over unshaped and over shaped networks. */
  readonly kinds: readonly ('text' | 'binary')[];
  readonly shapedKinds: readonly ('text' | 'binary')[];
  /** Cells in which the paths of messages are recorded; missing: as in any other run. */
  readonly recordWait?: Manifest['config']['recordWait'];
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  quick: {
    title: 'a look, for people who have just cloned: head-of-line blocking, one round',
    networks: ['reference-4g'],
    rounds: 1,
    plainHolbRounds: 1,
    holbRounds: 1,
    alternating: false,
    kinds: ['text'],
    shapedKinds: ['text'],
  },
  smoke: {
    title: 'check that everything works: each scenario and kind once, on every other variant',
    networks: ['ideal'],
    rounds: 1,
    plainHolbRounds: 1,
    holbRounds: 1,
    alternating: true,
    kinds: ['text', 'binary'],
    shapedKinds: ['text', 'binary'],
  },
  standard: {
    title:
      'head-of-line blocking, eight rounds over reference-4g; the rest once (ideal: binary, reference-4g: text)',
    networks: ['ideal', 'reference-4g'],
    rounds: 1,
    // One round shows nothing, and without a network there is little to wait for.
    plainHolbRounds: 0,
    holbRounds: 8,
    alternating: false,
    // Saves half of the time: texts differ by round trips, which take no time here, and files over
    // `reference-4g` by losses, which the bulk transfer of download shows.
    kinds: ['binary'],
    shapedKinds: ['text'],
  },
  full: {
    title: 'everything in the published tables, in five rounds, one user a second',
    networks: ['ideal', 'reference-4g', 'reference-3g', 'reference-high-loss'],
    rounds: 5,
    plainHolbRounds: 5,
    holbRounds: 5,
    alternating: false,
    kinds: ['text', 'binary'],
    shapedKinds: ['text', 'binary'],
  },
  claims: ofParts('what every claim of the report needs, eleven rounds or more', CLAIM_ROUNDS),
  controls: ofParts(
    'head-of-line blocking beside a load of constant rate, and without losses, eight rounds',
    8,
  ),
  layers: ofParts(
    'protocol, implementation and proxy one at a time: every protocol behind two proxies, six rounds',
    6,
  ),
  wait: {
    ...ofParts('where a small message waited, and what each setting takes away, six rounds', 6),
    recordWait: 'all',
  },
};

/**
 * A preset without a matrix: networks and cells are those of its parts
 * (packages/scenarios/src/preset-parts.ts).
 * @param rounds of parts without a number of their own; those of claims all have one.
 */
function ofParts(title: string, rounds: number): Preset {
  return {
    title,
    networks: [],
    rounds,
    plainHolbRounds: rounds,
    holbRounds: rounds,
    alternating: false,
    kinds: ['text', 'binary'],
    shapedKinds: ['text', 'binary'],
  };
}
