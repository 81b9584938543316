/**
 * Names that schema 7 changed, the former one first. Run folders of older schemas are read with today's names, the
 * command line names the new one, and seeds are derived from the former ones, so that a seed draws what it drew before.
 */
const RENAMED = {
  scenario: {
    '4f': 'download',
    '4g': 'upload',
    '5h': 'connect',
    '6i': 'stalled-reader',
    '7j': 'throughput',
    '8k': 'crowd',
  },
  network: {
    '4g': 'reference-4g',
    '3g': 'reference-3g',
    'high-loss': 'reference-high-loss',
    'extreme-loss': 'reference-extreme-loss',
  },
  phase: { idle: 'alone', foreign: 'other', self: 'same' },
  setting: { foreign: 'other-load' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type RenamedKind = keyof typeof RENAMED;

/** Renames one name of a kind. */
export type Rename = (kind: RenamedKind, name: string) => string;

const pairsOf = (kind: RenamedKind): [string, string][] => Object.entries(RENAMED[kind]);
const TODAY = mapOf((kind) => pairsOf(kind));
const FORMER = mapOf((kind) => pairsOf(kind).map(([was, is]) => [is, was]));

function mapOf(of: (kind: RenamedKind) => [string, string][]): ReadonlyMap<string, string> {
  const kinds = ['scenario', 'network', 'phase', 'setting'] as const;
  return new Map(kinds.flatMap((kind) => of(kind).map(([a, b]) => [`${kind} ${a}`, b])));
}

/** What a name is called today: `4f` → `download`. A network may have changes: `4g+loss=0%`. */
export const todaysName: Rename = (kind, name) => renamed(TODAY, kind, name);

/** What it was called up to schema 6: `download` → `4f`. */
export const formerName: Rename = (kind, name) => renamed(FORMER, kind, name);

function renamed(names: ReadonlyMap<string, string>, kind: RenamedKind, name: string): string {
  const [base = '', ...changes] = kind === 'network' ? name.split('+') : [name];
  return [names.get(`${kind} ${base}`) ?? base, ...changes].join('+');
}

/** The id of a cell with its parts renamed: `4g/node-ws/4f-text+foreign=constant/0`. */
export function renameCell(id: string, rename: Rename): string {
  const [network = '', variant, what, ...round] = id.split('/');
  if (variant === undefined || what === undefined) return id;
  const [place = '', ...arm] = what.split('+');
  const [, scenario = '', kind = ''] = /^(.+?)(-(?:text|binary)(?:-\d+)?)?$/.exec(place) ?? [];
  const renamedWhat = [
    `${rename('scenario', scenario)}${kind}`,
    ...arm.map((each) => renameArm(each, rename)),
  ];
  return [rename('network', network), variant, renamedWhat.join('+'), ...round].join('/');
}

/** The name of an arm, or one of its settings: `foreign=constant`. */
export function renameArm(arm: string, rename: Rename): string {
  return arm
    .split('+')
    .map((setting) => setting.replace(/^[^=]+(?==)/, (flag) => rename('setting', flag)))
    .join('+');
}
