import type { Setting } from '@holbench/results/block';
import type { Manifest } from '@holbench/results/manifest';
import type { ParameterName } from '@holbench/results/parameters';
import type { PayloadKind } from '@holbench/results/sample';
import { VARIANTS, variantIds } from '@holbench/variants/registry';

const KIB = 1024;
const MIB = 1024 * KIB;

/** A network of a preset, and the options that change it, as on the command line. */
export interface PresetNetwork {
  readonly name: string;
  readonly options?: { readonly queue?: string };
}

/** Parameters of the workload. */
type Amounts = { readonly [Key in ParameterName]?: number | readonly number[] };

/** A block before its networks and its workload are known in full. */
export interface PresetBlock {
  readonly scenarios: readonly string[];
  readonly variants: readonly string[];
  readonly networks: readonly PresetNetwork[];
  readonly kinds: readonly PayloadKind[];
  readonly settings?: readonly Setting[];
  readonly rounds: number;
  /** Where it is not that of the lab; over shaped networks with `shaped` instead. */
  readonly workload?: Amounts;
  readonly shaped?: Amounts;
}

export interface Preset {
  /** For `--help`. */
  readonly title: string;
  readonly blocks: readonly PresetBlock[];
  /** Its networks and settings are what it compares: options may leave cells out, and add none. */
  readonly fixed?: true;
  /** What differs from a run without options. */
  readonly config?: Partial<Manifest['config']>;
}

const DEFAULT_VARIANTS = variantIds('default');
const KINDS = ['text', 'binary'] as const;
const IDEAL = { name: 'ideal' };
const LTE = { name: 'lte' };
const REFERENCE_4G = { name: 'reference-4g' };

/** Small messages beside a download. */
const BESIDE_DOWNLOAD = {
  scenarios: ['download'],
  variants: DEFAULT_VARIANTS,
  networks: [REFERENCE_4G],
  kinds: ['text'],
} as const;

/** What is queued before the link is kept short. */
const SHORT_QUEUES = [
  { factor: 'notsent-lowat', values: ['16k'] },
  { factor: 'chunk-size', values: ['16k'] },
];
/** Writes on an HTTP/2 session that are as short, and let it read in between. */
const SHORT_WRITES = { factor: 'http2-write', values: ['16k'] };

const TABLES = ['1a', '1b', '2c', '2d', '3e'];

/** What is queued before the link is kept short, with each library that has a setting for it. */
const TUNED = [
  { ...BESIDE_DOWNLOAD, variants: ['node-ws', 'uws-ws'], settings: SHORT_QUEUES },
  {
    ...BESIDE_DOWNLOAD,
    variants: ['node-http2'],
    settings: [...SHORT_QUEUES, SHORT_WRITES],
  },
];

const SMOKE = {
  networks: [IDEAL],
  rounds: 1,
  workload: {
    fileBytes: MIB,
    userFileBytes: MIB,
    textBatches: [10],
    mutations: 10,
    connections: 1,
    aloneSeconds: 2,
    transferSeconds: 3,
    bulkFileBytes: 8 * MIB,
    users: 3,
    subscribers: 2,
  },
  shaped: { fileBytes: 128 * KIB, userFileBytes: 128 * KIB, mutations: 5 },
} as const;
/** Every other variant: over WebSocket, HTTP/1.1, and one of HTTP/2 and HTTP/3. */
const ODD_VARIANTS = ['node-ws', 'node-http2', 'uws-http1'];
const EVEN_VARIANTS = ['node-http1', 'uws-ws', 'caddy-http3'];
const ODD_SCENARIOS = ['1a', '2c', '3e', 'upload', 'bursts'];
const EVEN_SCENARIOS = ['1b', '2d', 'download', 'connect'];

/** Every protocol behind Caddy and Envoy, and without a proxy on the same Node. */
const LAYER_VARIANTS = VARIANTS.flatMap(({ id, proxy }) =>
  proxy?.kind === 'caddy' ||
  proxy?.kind === 'envoy' ||
  ['node-ws', 'node-http1', 'node-http2'].includes(id)
    ? [id]
    : [],
);
/** A link whose queue is all that a message waits in, and one whose losses hold a transfer back. */
const BOTH_LINKS = [LTE, REFERENCE_4G];
const LAYERS = { ...BESIDE_DOWNLOAD, networks: BOTH_LINKS, rounds: 2 };
/** quic-go has Reno alone: with it, implementations of HTTP/2 and HTTP/3 are compared. */
const RENO = [{ factor: 'tcp-cc', values: ['reno'] }];
const HTTP2 = ['node-http2', 'caddy-http2', 'envoy-http2'];

const WAIT = {
  ...BESIDE_DOWNLOAD,
  // A WebSocket by two libraries, HTTP/2 with and without a proxy, and QUIC.
  variants: ['node-ws', 'uws-ws', 'node-http2', 'caddy-http2', 'caddy-http3'],
  networks: BOTH_LINKS,
  rounds: 2,
};

/** Small messages beside a transfer over a network that most people have. */
const OVER_LTE = { ...BESIDE_DOWNLOAD, networks: [LTE] };

/** All that runs without being named one by one. */
const PRESETS = {
  default: {
    title:
      'messages beside a download over LTE, tuned, too; over a lossy link; beside an upload, in 15 minutes; then the published tables once',
    // In this order until the budget is spent.
    blocks: [
      // Two rounds, so that drift and a server's process are seen.
      { ...OVER_LTE, rounds: 2 },
      ...TUNED.map((block) => ({ ...block, networks: [LTE], rounds: 2 })),
      { ...BESIDE_DOWNLOAD, rounds: 2 },
      { ...OVER_LTE, scenarios: ['upload'], rounds: 2 },
      {
        scenarios: TABLES,
        variants: DEFAULT_VARIANTS,
        networks: [IDEAL],
        kinds: KINDS,
        rounds: 1,
      },
    ],
    config: { budgetSeconds: 900 },
  },
  quick: {
    title: 'a look, for people who have just cloned: messages beside a download over LTE, once',
    blocks: [{ ...OVER_LTE, rounds: 1 }],
  },
  smoke: {
    title: 'check that everything works: each scenario and kind once, on every other variant',
    blocks: [
      { ...SMOKE, scenarios: ODD_SCENARIOS, kinds: ['text'], variants: ODD_VARIANTS },
      { ...SMOKE, scenarios: ODD_SCENARIOS, kinds: ['binary'], variants: EVEN_VARIANTS },
      { ...SMOKE, scenarios: EVEN_SCENARIOS, kinds: ['text'], variants: EVEN_VARIANTS },
      { ...SMOKE, scenarios: EVEN_SCENARIOS, kinds: ['binary'], variants: ODD_VARIANTS },
    ],
  },
  standard: {
    title:
      'head-of-line blocking, eight rounds over reference-4g; the rest once (ideal: binary, reference-4g: text)',
    blocks: [
      { ...BESIDE_DOWNLOAD, rounds: 8 },
      {
        ...BESIDE_DOWNLOAD,
        // The browser gives each download a connection of its own: six use all of its pool.
        variants: ['node-http1', 'uws-http1'],
        settings: [{ factor: 'bulk', values: ['6'] }],
        rounds: 8,
      },
      ...TUNED.map((block) => ({ ...block, rounds: 8 })),
      // Texts differ by round trips, which take no time without a network, and files over a lossy
      // one by losses, which the download shows.
      ...(
        [
          [IDEAL, 'binary'],
          [REFERENCE_4G, 'text'],
        ] as const
      ).map(([network, kind]) => ({
        scenarios: TABLES,
        variants: DEFAULT_VARIANTS,
        networks: [network],
        kinds: [kind],
        rounds: 1,
      })),
      {
        scenarios: ['connect'],
        variants: DEFAULT_VARIANTS,
        networks: [IDEAL, REFERENCE_4G],
        kinds: ['text'],
        rounds: 1,
      },
    ],
  },
  full: {
    title: 'everything in the published tables, in five rounds, one user a second',
    blocks: [
      {
        scenarios: [...ODD_SCENARIOS, ...EVEN_SCENARIOS],
        variants: DEFAULT_VARIANTS,
        networks: [IDEAL, REFERENCE_4G, { name: 'reference-3g' }, { name: 'reference-high-loss' }],
        kinds: KINDS,
        rounds: 5,
        workload: {
          fileBytes: 50 * MIB,
          userFileBytes: 50 * MIB,
          binaryBatches: [10, 20, 30, 50, 100],
          mutations: 100,
          users: 61,
          arrivalSeconds: 61,
          subscribers: 10,
        },
        shaped: {
          fileBytes: 256 * KIB,
          userFileBytes: 256 * KIB,
          // One connection over reference-4g moves about 2 Mbit/s because of the losses.
          binaryBatches: [10],
          mutations: 20,
        },
      },
    ],
  },
  layers: {
    title:
      'every protocol behind two proxies, down and up, two rounds: protocol, program and proxy one at a time',
    blocks: [
      { ...LAYERS, variants: LAYER_VARIANTS },
      // HTTP/1.1 has its messages on connections of their own.
      { ...LAYERS, variants: [...HTTP2, 'node-ws', 'caddy-ws', 'envoy-ws'], settings: RENO },
      {
        ...LAYERS,
        variants: ['envoy-http3'],
        settings: [{ factor: 'quic-cc', values: ['cubic', 'reno'] }],
      },
      { ...LAYERS, scenarios: ['upload'], variants: LAYER_VARIANTS },
      { ...LAYERS, scenarios: ['upload'], variants: HTTP2, settings: RENO },
    ],
    fixed: true,
  },
  wait: {
    title: 'which parts a wait has, and which part each setting removes, two rounds',
    blocks: [
      // Each alone, and both; QUIC has no send buffer in a socket.
      {
        ...WAIT,
        settings: SHORT_QUEUES.map(({ factor, values }) => ({
          factor,
          values: ['default', ...values],
        })),
      },
      { ...WAIT, variants: ['node-http2'], settings: [SHORT_WRITES] },
      { ...WAIT, variants: ['node-http2'], settings: [...SHORT_QUEUES, SHORT_WRITES] },
      { ...WAIT, settings: [{ factor: 'tcp-cc', values: ['bbr'] }] },
      // Two bandwidth-delay products.
      { ...WAIT, settings: [{ factor: 'bulk-window', values: ['512k'] }] },
      {
        ...WAIT,
        networks: BOTH_LINKS.map((network) => ({ ...network, options: { queue: 'codel' } })),
      },
    ],
    fixed: true,
    config: { recordWait: 'all' },
  },
  history: {
    title: 'one program in many versions (--history): messages beside a transfer, ten connections',
    blocks: [
      {
        ...BESIDE_DOWNLOAD,
        scenarios: ['download', 'upload'],
        networks: BOTH_LINKS,
        // What runs beside a cell changes its waits: each connection has other cells beside it (docs/decisions/0075).
        rounds: 10,
        workload: { connections: 1, otherConnections: 0 },
      },
    ],
    config: { recordWait: 'none' },
  },
} satisfies Readonly<Record<string, Preset>>;
export type PresetName = keyof typeof PRESETS;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets them
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];
/** Of `pnpm bench` without options. */
export const DEFAULT_PRESET: PresetName = 'default';

export function presetNamed(name: PresetName): Preset {
  return PRESETS[name];
}
