import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf, UserError } from '@holbench/process/user-error';
import * as v from 'valibot';
import { NOTHING, parseSettings, SETTING_NAMES } from './profile-settings.ts';
import type { TraceFiles } from './trace/read-trace.ts';
import { type Network, NETWORKS } from './profiles.ts';

const MAX_FILE_BYTES = 65_536;

const text = v.optional(v.string('expected text, such as "50ms"'));

/** The same texts as on the command line. */
const ProfileFile = v.strictObject({
  id: v.pipe(
    v.string('expected a name'),
    v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'expected up to 40 of a-z, 0-9 and "-"'),
  ),
  ...v.entriesFromList(SETTING_NAMES, text),
  /** Paths from the folder of this file: our CSV, or one or two files of Mahimahi. */
  trace: v.optional(
    v.union(
      [v.string(), v.strictObject({ down: v.string(), up: v.string() })],
      'expected a file such as "my.csv", or {"down": "my.down", "up": "my.up"}',
    ),
  ),
  burst: v.optional(v.union([v.string(), v.number()], 'expected a number of packets, such as 4')),
});

/**
 * Reads a network from a JSON file such as
 * `{ "id": "my-dsl", "down": "20mbit", "up": "10mbit", "delay": "10ms" }`.
 * `"trace": "my.csv"` in place of `down` and `up` replays a recorded capacity. Without a setting there is no limit, delay or loss.
 * @throws UserError, one line with the file and the problem.
 */
export function readProfileFile(path: string): Pick<Network, 'id' | 'settings'> {
  const result = v.safeParse(ProfileFile, readJson(path));
  if (!result.success) throw new UserError(`${path}: ${problemOf(result.issues[0])}`);
  const { id, burst, trace, ...texts } = result.output;
  if (NETWORKS.some((network) => network.id === id)) {
    throw new UserError(`${path}: id "${id}" is the name of a network of the lab; choose another`);
  }
  const settings = parseSettings(
    { ...texts, burst: burst === undefined ? undefined : String(burst) },
    (name) => `${path}: ${name}`,
  );
  return { id, settings: { ...NOTHING, ...settings, trace: traceBeside(path, trace) } };
}

function traceBeside(path: string, trace: TraceFiles | undefined): TraceFiles | null {
  const beside = (file: string): string => resolve(dirname(path), file);
  if (trace === undefined) return null;
  return typeof trace === 'string'
    ? beside(trace)
    : { down: beside(trace.down), up: beside(trace.up) };
}

function readJson(path: string): unknown {
  try {
    const stats = statSync(path);
    // No devices and pipes, some of which never end.
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) {
      throw new Error(`not a file of at most ${MAX_FILE_BYTES} bytes`);
    }
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const [problem = ''] = messageOf(error).split('\n');
    const what = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new UserError(`${path} ${what}: ${problem}`);
  }
}

function problemOf(issue: v.InferIssue<typeof ProfileFile>): string {
  const key = issue.path?.map((item) => String(item.key)).join('.');
  if (key === undefined) return 'expected an object such as {"id": "my-dsl", "down": "20mbit"}';
  const keys = Object.keys(ProfileFile.entries);
  if (!keys.includes(key)) return `unknown setting "${key}"; known: ${keys.join(', ')}`;
  return issue.received === 'undefined' ? `"${key}" is missing` : `${key}: ${issue.message}`;
}
