import { VARIANTS, variantIds } from '@holbench/variants/registry';
import type { PresetName } from '@holbench/results/parameters';
import type { ClaimRun } from './claims/claim-run.ts';
import { CLAIM_RUNS } from './claims/claim-runs.ts';
import type { PartNetwork, PresetPart } from './preset-part.ts';

/** Parts of a preset. */
interface PresetParts {
  /** Whether they are all that it runs; else they run beside its matrix. */
  readonly only: boolean;
  readonly parts: readonly PresetPart[];
}

/** Small messages beside a download, as many rounds as the preset has. */
const BESIDE_DOWNLOAD = {
  claims: [],
  scenarios: ['download'],
  kinds: ['text'],
  rounds: null,
} as const;
const DEFAULT_VARIANTS = variantIds('default');
/** Every protocol behind Caddy and Envoy, and without a proxy on the same Node. */
const LAYER_VARIANTS = VARIANTS.flatMap(({ id, proxy }) =>
  proxy?.kind === 'caddy' ||
  proxy?.kind === 'envoy' ||
  ['node-ws', 'node-http1', 'node-http2'].includes(id)
    ? [id]
    : [],
);
/** Where losses hold a transfer back, and where its queue is all that a message waits in. */
const LAYER_NETWORKS: readonly PartNetwork[] = [
  { name: 'reference-4g' },
  { name: 'reference-4g', options: { loss: '0%' } },
];
/** A short send buffer and small chunks, together in one arm. */
const SHORT_QUEUES = [
  { factor: 'notsent-lowat', values: ['16k'] },
  { factor: 'chunk-size', values: ['16k'] },
] as const;
/** Writes on an HTTP/2 session that are as short, and let it read in between. */
const SHORT_WRITES = { factor: 'http2-write', values: ['16k'] } as const;
/** A WebSocket by two libraries, HTTP/2 with and without a proxy, and QUIC. */
const WAIT_VARIANTS = ['node-ws', 'uws-ws', 'node-http2', 'caddy-http2', 'caddy-http3'];
/** Another queue of the link, and a link whose transfer fills that queue. */
const WAIT_NETWORKS: readonly PartNetwork[] = [
  { name: 'reference-4g', options: { queue: 'codel' } },
  { name: 'reference-4g', options: { queue: '4bdp' } },
  { name: 'reference-4g', options: { loss: '0%' } },
];

const PRESET_PARTS: Readonly<Partial<Record<PresetName, PresetParts>>> = {
  standard: {
    only: false,
    parts: [
      {
        ...BESIDE_DOWNLOAD,
        // The browser gives each download a connection of its own: six use all of its pool.
        variants: ['node-http1', 'uws-http1'],
        networks: [{ name: 'reference-4g' }],
        sweep: [{ factor: 'bulk', values: ['6'] }],
      },
      // Tuned: what is queued before the link is kept short.
      {
        ...BESIDE_DOWNLOAD,
        variants: ['node-ws', 'uws-ws'],
        networks: [{ name: 'reference-4g' }],
        sweep: SHORT_QUEUES,
      },
      {
        ...BESIDE_DOWNLOAD,
        variants: ['node-http2'],
        networks: [{ name: 'reference-4g' }],
        sweep: [...SHORT_QUEUES, SHORT_WRITES],
      },
    ],
  },
  claims: { only: true, parts: CLAIM_RUNS.flatMap(partsOfClaim) },
  controls: {
    only: true,
    parts: [
      {
        ...BESIDE_DOWNLOAD,
        variants: DEFAULT_VARIANTS,
        networks: [{ name: 'reference-4g' }],
        // The same load without congestion control.
        sweep: [{ factor: 'other-load', values: ['transfer', 'constant'] }],
      },
      {
        ...BESIDE_DOWNLOAD,
        variants: DEFAULT_VARIANTS,
        // The transfer fills the link: its queue delays messages, not losses.
        networks: [{ name: 'reference-4g', options: { loss: '0%' } }],
        sweep: [],
      },
    ],
  },
  layers: {
    only: true,
    parts: [
      { ...BESIDE_DOWNLOAD, variants: LAYER_VARIANTS, networks: LAYER_NETWORKS, sweep: [] },
      // quic-go has Reno alone: with it, implementations of HTTP/2 and HTTP/3 are compared.
      {
        ...BESIDE_DOWNLOAD,
        variants: ['node-http2', 'caddy-http2', 'envoy-http2'],
        networks: LAYER_NETWORKS,
        sweep: [{ factor: 'tcp-cc', values: ['reno'] }],
      },
      {
        ...BESIDE_DOWNLOAD,
        variants: ['envoy-http3'],
        networks: LAYER_NETWORKS,
        sweep: [{ factor: 'quic-cc', values: ['cubic', 'reno'] }],
      },
      {
        ...BESIDE_DOWNLOAD,
        scenarios: ['upload'],
        variants: ['caddy-http2', 'caddy-http3'],
        networks: [{ name: 'reference-4g' }],
        sweep: [],
      },
    ],
  },
  wait: {
    only: true,
    parts: [
      {
        ...BESIDE_DOWNLOAD,
        variants: WAIT_VARIANTS,
        networks: [{ name: 'reference-4g' }],
        // Each alone, and both; QUIC has no send buffer in a socket.
        sweep: SHORT_QUEUES.map(({ factor, values }) => ({
          factor,
          values: ['default', ...values],
        })),
      },
      {
        ...BESIDE_DOWNLOAD,
        variants: ['node-http2'],
        networks: [{ name: 'reference-4g' }],
        sweep: [SHORT_WRITES],
      },
      {
        ...BESIDE_DOWNLOAD,
        variants: ['node-http2'],
        networks: [{ name: 'reference-4g' }],
        sweep: [...SHORT_QUEUES, SHORT_WRITES],
      },
      { ...BESIDE_DOWNLOAD, variants: WAIT_VARIANTS, networks: WAIT_NETWORKS, sweep: [] },
    ],
  },
};

/** The parts of a preset, of any name that a run folder has. */
export function presetParts(preset: string): PresetParts {
  const none = { only: false, parts: [] };
  return new Map<string, PresetParts>(Object.entries(PRESET_PARTS)).get(preset) ?? none;
}

/**
 * The parts that a preset runs beside a matrix, as far as they are of its variants, scenarios, kinds
 * and networks (ids of profiles).
 */
export function partsBeside(
  preset: string,
  matrix: Readonly<Record<'variants' | 'scenarios' | 'kinds' | 'networks', readonly string[]>>,
): PresetPart[] {
  const { only, parts } = presetParts(preset);
  const own = parts.map((part) => ({
    ...part,
    variants: part.variants.filter((id) => matrix.variants.includes(id)),
    scenarios: part.scenarios.filter((id) => matrix.scenarios.includes(id)),
    kinds: part.kinds.filter((kind) => matrix.kinds.includes(kind)),
    networks: part.networks.filter(({ name }) => matrix.networks.includes(name)),
  }));
  return only ? [] : own.filter(hasCells);
}

function hasCells({ variants, scenarios, kinds, networks }: PresetPart): boolean {
  return [variants, scenarios, kinds, networks].every(({ length }) => length > 0);
}

/** Each claim needs other variants, networks and factors: docs/decisions/0025. */
function partsOfClaim({ id, scenario, kind, networks, rounds, cells }: ClaimRun): PresetPart[] {
  return cells.map(({ variants, changes = [] }) => ({
    claims: [id],
    variants,
    scenarios: [scenario],
    kinds: [kind],
    networks,
    rounds,
    sweep: changes.map(({ flag, value }) => ({ factor: flag, values: [value] })),
  }));
}
