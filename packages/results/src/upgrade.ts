import { renameArm, renameCell, todaysName } from './renamed.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';

/** Parses JSON of a run folder's file or line, and converts it to the current schema. */
export type Upgrade = (json: string) => unknown;

type Fields = Record<string, unknown>;

/** Schema 9 adds what has a default. */
function from8(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return isFields(value) && isFields(value['config'])
    ? { ...value, schemaVersion: RESULTS_SCHEMA_VERSION }
    : value;
}

/** Schema 8 has blocks. */
function from7(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return isFields(value) && isFields(value['config']) ? withBlocks(value) : value;
}

/** Schema 7 has other names of scenarios, networks, phases and a setting. */
function from6(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!isFields(value)) return value;
  return isFields(value['config']) ? withBlocks(manifestOf(value)) : lineOf(value);
}

/** Up to schema 7 these had rounds of their own, as each network said. */
const BESIDE_BULK: readonly unknown[] = ['download', 'upload'];
/** Of these a network might have moved one kind alone. */
const BOTH_KINDS: readonly unknown[] = ['1a', '1b', '2c', '2d', '3e', 'throughput'];

/**
 * A run was a matrix, or parts of one; how much it moved stood with its networks and its configuration. Each part
 * makes a block over each of its networks, of scenarios with as many rounds.
 */
function withBlocks(manifest: Fields): Fields {
  const { config = {}, networks } = manifest;
  if (!isFields(config)) return manifest;
  const { variants, scenarios, kinds, rounds, alternating: _, until = null, ...others } = config;
  const { sweep, parts, networks: ids, ...ofSweep } = others;
  const { users, arrivalSeconds, workers = 1, subscribers, ...own } = ofSweep;
  const records = listOf(networks).filter(isFields);
  const whole = { variants, scenarios, kinds, networks: ids, rounds: null, sweep };
  const all = listOf(parts).length > 0 ? listOf(parts).filter(isFields) : [whole];
  const blocks = all.flatMap((part) =>
    records.flatMap(({ profile, workload, holbRounds }) => {
      const id = isFields(profile) ? profile['id'] : undefined;
      if (!listOf(part['networks']).includes(id) || !isFields(workload)) return [];
      const { kinds: ofNetwork, ...moved } = workload;
      const chosen = Map.groupBy(listOf(part['scenarios']), (id) =>
        BESIDE_BULK.includes(id) ? 'bulk' : BOTH_KINDS.includes(id) ? 'both' : 'one',
      );
      return [...chosen].flatMap(([which, own]) => {
        const count = part['rounds'] ?? (which === 'bulk' ? holbRounds : rounds);
        const all = listOf(part['kinds']);
        const moves = all.filter((kind) => which !== 'both' || listOf(ofNetwork).includes(kind));
        if (moves.length === 0 || count === 0) return [];
        return {
          scenarios: own,
          variants: part['variants'],
          networks: [id],
          kinds: moves,
          settings: part['sweep'],
          workload: { ...moved, users, arrivalSeconds, workers, subscribers },
          rounds: count,
          precision: which === 'bulk' ? until : null,
        };
      });
    }),
  );
  return {
    ...manifest,
    schemaVersion: RESULTS_SCHEMA_VERSION,
    config: own,
    blocks,
    networks: Array.isArray(networks) ? networks.map(withoutWorkload) : networks,
  };
}

const withoutWorkload = ofFields(
  ({ workload: _workload, holbRounds: _rounds, ...network }) => network,
);

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function manifestOf(manifest: Fields): Fields {
  return change(manifest, {
    schemaVersion: () => RESULTS_SCHEMA_VERSION,
    defaults: factorsOf,
    config: ofFields((config) =>
      change(partOf(config), { factors: factorsOf, parts: each(partOf) }),
    ),
    networks: each((network) =>
      change(network, {
        profile: profileOf,
        options: text((options) =>
          options.replace(/(?<=--networks )\S+/, (id) => todaysName('network', id)),
        ),
        certificate: certificateOf,
      }),
    ),
  });
}

/** What the configuration of a run, and each of its parts, chooses. */
function partOf(part: Fields): Fields {
  return change(part, {
    scenarios: texts((id) => todaysName('scenario', id)),
    networks: texts((id) => todaysName('network', id)),
    sweep: each((swept) => change(swept, { factor: text((flag) => todaysName('setting', flag)) })),
  });
}

/** A cell, or a sample. */
function lineOf(line: Fields): Fields {
  return change(line, {
    cell: text((id) => renameCell(id, todaysName)),
    network: text((id) => todaysName('network', id)),
    scenario: text((id) => todaysName('scenario', id)),
    label: text((label) =>
      label.replace(/(?<=^(?:probe|first|bulk)-)[a-z]+/, (phase) => todaysName('phase', phase)),
    ),
    arm: text((arm) => renameArm(arm, todaysName)),
    factors: factorsOf,
    certificate: ofFields((taken) =>
      change(taken, { before: certificateOf, after: certificateOf }),
    ),
    phases: each((phase) => change(phase, { phase: text((name) => todaysName('phase', name)) })),
    ways: ofFields((ways) =>
      change(ways, {
        problems: texts((problem) =>
          problem.replace(/^[a-z]+(?=: )/, (phase) => todaysName('phase', phase)),
        ),
      }),
    ),
  });
}

const profileOf = ofFields((profile) =>
  change(profile, { id: text((id) => todaysName('network', id)) }),
);

const certificateOf = ofFields((certificate) => change(certificate, { profile: profileOf }));

const factorsOf = ofFields(({ foreignSource, ...factors }) =>
  foreignSource === undefined ? factors : { ...factors, otherSource: foreignSource },
);

/** Changes fields that an object has; those that have another type stay as they are. */
function change(
  of: Fields,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): Fields {
  const changed = Object.entries(changes).flatMap(([key, to]) =>
    key in of ? [[key, to(of[key])]] : [],
  );
  return { ...of, ...Object.fromEntries(changed) };
}

function text(to: (value: string) => string) {
  return (value: unknown): unknown => (typeof value === 'string' ? to(value) : value);
}

function texts(to: (value: string) => string) {
  return (value: unknown): unknown => (Array.isArray(value) ? value.map(text(to)) : value);
}

function ofFields(to: (value: Fields) => Fields) {
  return (value: unknown): unknown => (isFields(value) ? to(value) : value);
}

function each(to: (value: Fields) => Fields) {
  return (value: unknown): unknown => (Array.isArray(value) ? value.map(ofFields(to)) : value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Schema 6 splits the window: until then the scenarios beside a transfer had that of all others. Inside a string, the
 * quotes of an apparent key are escaped.
 */
function from5(json: string): unknown {
  return from6(
    json.replaceAll(
      /(\s{0,99})"windowSeconds"(\s*:\s*[\d.]+)/g,
      '$1"holbWindowSeconds"$2,$1"windowSeconds"$2',
    ),
  );
}

/** Names changed by schema 4. */
function from3(json: string): unknown {
  return from5(
    json
      .replaceAll(/"settings"(?=\s*:)/g, '"factors"')
      .replaceAll(/"http2QueueBytes"(?=\s*:)/g, '"http2WriteBytes"')
      // The factor's flag: in a sweep, an arm name or a cell id.
      .replaceAll(/(?<=["+])http2-queue(?=[="])/g, 'http2-write'),
  );
}

const UPGRADES: ReadonlyMap<unknown, Upgrade> = new Map<unknown, Upgrade>([
  [3, from3],
  // Schema 5 adds what has a default.
  [4, from5],
  [5, from5],
  [6, from6],
  [7, from7],
  [8, from8],
  [RESULTS_SCHEMA_VERSION, (json) => JSON.parse(json)],
]);

export const READABLE_VERSIONS = [...UPGRADES.keys()].join(', ');

/** @returns null for a schema version that cannot be read. */
export function upgradeFrom(version: unknown): Upgrade | null {
  return UPGRADES.get(version) ?? null;
}
