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

/** What a name is called today: `4f` → `download`. A network may have changes: `4g+loss=0%`. */
export const todaysName: Rename = (kind, name) =>
  renamed(kind, name, (pairs, base) => pairs.find(([was]) => was === base)?.[1]);

/** What it was called up to schema 6: `download` → `4f`. */
export const formerName: Rename = (kind, name) =>
  renamed(kind, name, (pairs, base) => pairs.find(([, is]) => is === base)?.[0]);

/** For an error: `"4f" is called "download" now`; null for a name that was not changed. */
export function renamedText(kind: RenamedKind, name: string): string | null {
  const today = todaysName(kind, name);
  return today === name ? null : `"${name}" is called "${today}" now`;
}

function renamed(
  kind: RenamedKind,
  name: string,
  other: (pairs: readonly [was: string, is: string][], base: string) => string | undefined,
): string {
  const [base = '', ...changes] = kind === 'network' ? name.split('+') : [name];
  return [other(Object.entries(RENAMED[kind]), base) ?? base, ...changes].join('+');
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
