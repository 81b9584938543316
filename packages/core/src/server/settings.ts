import { DEFAULT_SETTINGS, Settings } from '@holbench/results/settings';
import * as v from 'valibot';

/** The factors of a run that a server process takes; the others are the network's or the page's. */
export const ServerSettings = v.pick(Settings, [
  'http2WindowBytes',
  'http2QueueBytes',
  'chunkBytes',
  'encoding',
  'bulkWindowBytes',
  'batchMs',
  'overflow',
  'subscriberQueueEvents',
]);
export type ServerSettings = v.InferOutput<typeof ServerSettings>;

export const DEFAULT_SERVER_SETTINGS: ServerSettings = v.parse(
  v.object(ServerSettings.entries),
  DEFAULT_SETTINGS,
);

/** `--settings '{"chunkBytes":16384}'`: what is not named is the default. @throws Error */
export function parseServerSettings(json: string): ServerSettings {
  const given = v.safeParse(v.partial(ServerSettings), parsed(json));
  if (given.success) return { ...DEFAULT_SERVER_SETTINGS, ...definedOnly(given.output) };
  const [issue] = given.issues;
  throw new Error(`--settings: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`);
}

/** The arguments of a server program that say the same. */
export function serverSettingsArguments(settings: Partial<ServerSettings>): string[] {
  const own = Object.keys(ServerSettings.entries);
  const entries = Object.entries(settings).filter(([key]) => own.includes(key));
  return ['--settings', JSON.stringify(Object.fromEntries(entries))];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('--settings: not JSON');
  }
}

function definedOnly(
  settings: Partial<Record<keyof ServerSettings, unknown>>,
): Partial<ServerSettings> {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<ServerSettings>;
}
