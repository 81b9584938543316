import { readFileSync, statSync } from 'node:fs';
import { UserError } from '@holbench/process/user-error';
import * as v from 'valibot';
import { NOTHING, type ProfileSettings, parseSettings } from './profile-settings.ts';
import { NETWORKS } from './profiles.ts';

const MAX_FILE_BYTES = 65_536;

const text = v.optional(v.string('expected text, such as "50ms"'));

/** The same spellings as on the command line. */
const ProfileFile = v.strictObject({
  id: v.pipe(
    v.string('expected a name'),
    v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'expected up to 40 of a-z, 0-9 and "-"'),
  ),
  down: text,
  up: text,
  delay: text,
  jitter: text,
  loss: text,
  burst: v.optional(v.union([v.string(), v.number()], 'expected a number of packets, such as 4')),
  queue: text,
});

export interface FileProfile {
  readonly id: string;
  readonly settings: ProfileSettings;
  /** The settings that the file states. */
  readonly given: Partial<ProfileSettings>;
}

/**
 * Reads a network from a JSON file such as
 * `{ "id": "my-dsl", "down": "20mbit", "up": "10mbit", "delay": "10ms" }`.
 * What it leaves out is not limited, delayed or lost.
 * @throws UserError, one line that names the file and what is wrong with it.
 */
export function readProfileFile(path: string): FileProfile {
  const result = v.safeParse(ProfileFile, readJson(path));
  if (!result.success) throw new UserError(`${path}: ${complaint(result.issues[0])}`);
  const { id, burst, ...texts } = result.output;
  if (NETWORKS.some((network) => network.id === id)) {
    throw new UserError(`${path}: id "${id}" is the name of a known network; choose another`);
  }
  const given = parseSettings(
    { ...texts, burst: burst === undefined ? undefined : String(burst) },
    (name) => `${path}: ${name}`,
  );
  return { id, settings: { ...NOTHING, ...given }, given };
}

function readJson(path: string): unknown {
  let content: string;
  try {
    const stats = statSync(path);
    // No devices and pipes, some of which never end.
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) {
      throw new Error(`${path} is no file of at most ${MAX_FILE_BYTES} bytes`);
    }
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`cannot read the profile file: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(content);
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('\n');
    throw new UserError(`${path} is no JSON: ${problem}`);
  }
}

function complaint(issue: v.InferIssue<typeof ProfileFile>): string {
  const key = issue.path?.map((item) => String(item.key)).join('.');
  if (key === undefined) return 'expected an object such as {"id": "my-dsl", "down": "20mbit"}';
  const keys = Object.keys(ProfileFile.entries);
  if (!keys.includes(key)) return `unknown setting "${key}"; known: ${keys.join(', ')}`;
  return issue.received === 'undefined' ? `"${key}" is missing` : `${key}: ${issue.message}`;
}
