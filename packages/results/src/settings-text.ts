import type { Settings } from './settings.ts';
import { formatSize } from './format-size.ts';

type Speller<Key extends keyof Settings> = (value: Settings[Key]) => string;

const text = (value: string | number): string => String(value);
const orUnset =
  (unset: string) =>
  (bytes: number | null): string =>
    bytes === null ? unset : formatSize(bytes);

/** Each factor's name on the command line and how its values are spelled there, in the order of an arm. */
const SPELLINGS: {
  readonly [Key in keyof Settings]: { readonly id: string; readonly spell: Speller<Key> };
} = {
  congestionControl: { id: 'tcp-cc', spell: text },
  notsentLowatBytes: { id: 'notsent-lowat', spell: orUnset('default') },
  http2WindowBytes: { id: 'http2-window', spell: orUnset('default') },
  http2QueueBytes: { id: 'http2-queue', spell: orUnset('default') },
  chunkBytes: { id: 'chunk-size', spell: formatSize },
  encoding: { id: 'encoding', spell: text },
  bulkStreams: { id: 'bulk', spell: text },
  bulkWindowBytes: { id: 'bulk-window', spell: orUnset('none') },
  batchMs: { id: 'batch', spell: (ms) => `${ms}ms` },
  overflow: { id: 'overflow', spell: text },
  subscriberQueueEvents: { id: 'subscriber-queue', spell: text },
};

export const SETTING_KEYS = Object.keys(SPELLINGS) as (keyof Settings)[];

/** The name of a factor: its flag is `--` and this. */
export function settingId(key: keyof Settings): string {
  return SPELLINGS[key].id;
}

/** The value of a factor as the command line takes it. */
export function formatSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]): string {
  return SPELLINGS[key].spell(value);
}

/** How settings differ from those of their run: "notsent-lowat=16k+batch=1ms"; '' where they do not. */
export function armName(settings: Settings, base: Settings): string {
  return changedSettings(settings, base)
    .map(({ id, value }) => `${id}=${value}`)
    .join('+');
}

/** The factors that differ, by name and spelled value. */
export function changedSettings(
  settings: Settings,
  base: Settings,
): { readonly id: string; readonly value: string }[] {
  return SETTING_KEYS.filter((key) => settings[key] !== base[key]).map((key) => ({
    id: settingId(key),
    value: formatSetting(key, settings[key]),
  }));
}
