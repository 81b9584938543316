import { notA } from '@holbench/process/quantities';
import * as v from 'valibot';
import { everywhere, type CellTraits, type Factor } from './factor.ts';
import { factor } from './make-factor.ts';

/** The word for null: the version that the lab pins, or finds. */
const OWN = 'own';
/** Of commands to copy and of names of folders: no character may be special to either. */
const VERSION = /^\d+\.\d+\.\d+[\w.-]{0,40}$/;

export const node = versionOf({
  key: 'nodeVersion',
  flag: 'node',
  help: 'version of Node.js that runs the server',
  appliesTo: ({ variant }) => variant.server !== null,
  examples: ['26.8.2'],
});

export const caddy = versionOf({
  key: 'caddyVersion',
  flag: 'caddy',
  help: 'version of Caddy',
  appliesTo: ({ variant }) => variant.proxy?.kind === 'caddy',
  examples: ['2.11.4'],
});

export const envoy = versionOf({
  key: 'envoyVersion',
  flag: 'envoy',
  help: 'version of Envoy',
  appliesTo: ({ variant }) => variant.proxy?.kind === 'envoy',
  examples: ['1.39.3'],
});

export const chromium = versionOf({
  key: 'chromiumVersion',
  flag: 'chromium',
  help: 'version of Chromium, of the npm package @sparticuz/chromium',
  appliesTo: everywhere,
  examples: ['149.0.0'],
});

export const ws = versionOf({
  key: 'wsVersion',
  flag: 'ws',
  help: 'version of the WebSocket library ws',
  appliesTo: ({ variant: { server } }) => server?.folder === 'node' && server.entry === 'ws',
  examples: ['8.18.0'],
});

export const uws = versionOf({
  key: 'uwsVersion',
  flag: 'uws',
  help: 'version of uWebSockets.js, of its repack uwebsockets in npm',
  appliesTo: ({ variant: { server } }) => server?.folder === 'uws',
  examples: ['3.0.0'],
});

export const VERSIONS = [node, caddy, envoy, chromium, ws, uws] as const;
export type VersionedProgram = (typeof VERSIONS)[number]['flag'];

/** Programs with lines of releases that are kept beside newer ones, and how many of their numbers name a line. */
const NUMBERS_OF_LINE: Partial<Record<VersionedProgram, number>> = { node: 1, envoy: 2, ws: 1 };

/** `26` of Node 26.9.0; '' where a program has one line. */
export function lineOf(program: VersionedProgram, version: string): string {
  return version
    .split('.')
    .slice(0, NUMBERS_OF_LINE[program] ?? 0)
    .join('.');
}

/**
 * The release of a version: `26.12.1` of `26.12.1_b`. So one release can run under several names, to see how much they
 * differ by chance.
 */
export function releaseOf(version: string): string {
  return version.split('_')[0] ?? version;
}

/** A program of which the lab fetches the version: `pnpm fetch-version`. */
function versionOf<const Key extends string, const Flag extends string>(description: {
  readonly key: Key;
  readonly flag: Flag;
  readonly help: string;
  readonly appliesTo: (cell: CellTraits) => boolean;
  readonly examples: readonly string[];
}): Factor<Key, string | null, 'program'> & { readonly flag: Flag } {
  const { flag } = description;
  const made = factor<Key, string | null, 'program'>(
    { ...description, scope: 'program', default: null },
    {
      argument: '<version>',
      schema: v.nullable(v.pipe(v.string(), v.regex(VERSION))),
      parse: (text, of) => {
        if (text === OWN) return null;
        if (VERSION.test(text)) return text;
        throw notA('version', text, of, `${description.examples[0]} or ${OWN}`);
      },
      format: (value) => (value === null ? OWN : String(value)),
    },
    'the lab’s own',
  );
  return { ...made, flag };
}
