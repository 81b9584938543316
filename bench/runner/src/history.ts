import { readPins } from '@holbench/factors/pins';
import { type VersionedProgram, VERSIONS } from '@holbench/factors/versions';
import { UserError } from '@holbench/process/user-error';

/** What a program can change most, where no variants are chosen; the last one the most. */
export const VARIANTS_OF: Readonly<Record<VersionedProgram, readonly string[]>> = {
  node: ['node-ws', 'node-http1', 'node-http2'],
  caddy: ['caddy-http2', 'caddy-http3'],
  envoy: ['envoy-http2', 'envoy-http3'],
  chromium: ['node-ws', 'node-http2', 'caddy-http3'],
  ws: ['node-ws'],
  uws: ['uws-ws', 'uws-http1'],
};

interface Historical {
  readonly history?: VersionedProgram;
  readonly variants?: readonly string[];
  readonly sweep?: readonly string[];
  readonly factors?: Readonly<Record<string, string>>;
}

/**
 * The options of `--history`: all versions of a program that this project pins, or those that are given, with the
 * variants that it can change.
 * @throws UserError where fewer than two versions are known.
 */
export function withHistory<Options extends Historical>(options: Options): Options {
  const { history, sweep = [], factors = {} } = options;
  if (history === undefined) return options;
  const variants = options.variants ?? VARIANTS_OF[history];
  if (sweep.some((text) => text.startsWith(`${history}=`))) return { ...options, variants };
  const { [history]: one } = factors;
  const pinned = Object.keys(readPins()).flatMap((id) =>
    id.startsWith(`${history}@`) ? id.slice(history.length + 1) : [],
  );
  if (one !== undefined) {
    throw new UserError(
      `--history ${history}: --${history} ${one} is one version; give two or more, as --${history} VERSION,VERSION`,
    );
  }
  if (pinned.length < 2) {
    throw new UserError(
      `--history ${history}: two versions are needed, of which packages/factors/versions.json has fewer; give --${history} VERSION,VERSION`,
    );
  }
  return { ...options, variants, sweep: [...sweep, `${history}=${pinned.join()}`] };
}

export const HISTORY_PROGRAMS = VERSIONS.map(({ flag }) => flag);
