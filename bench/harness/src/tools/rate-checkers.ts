import { execFile } from 'node:child_process';

/** Other load generators, which check measured rates, with what prints their version and installs them. */
const CHECKERS = {
  wrk: { args: ['-v'], debian: 'wrk' },
  h2load: { args: ['--version'], debian: 'nghttp2-client' },
} as const;

/** Their versions, such as "4.1.0-3+b2"; null where they are missing. */
export type CheckerVersions = Readonly<Record<keyof typeof CHECKERS, string | null>>;

export async function checkerVersions(): Promise<CheckerVersions> {
  const [wrk, h2load] = await Promise.all([versionOf('wrk'), versionOf('h2load')]);
  return { wrk, h2load };
}

/** What is not checked without them, with the remedy. */
export function checkerAdvice(versions: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(CHECKERS).flatMap(([name, { debian }]) =>
    versions[name] === null
      ? [
          `${name} is missing, and does not check measured rates: apt-get install ${debian}, or ./setup.sh`,
        ]
      : [],
  );
}

/** wrk prints its version and fails. */
function versionOf(name: keyof typeof CHECKERS): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(name, [...CHECKERS[name].args], (_error, stdout) => {
      resolve(/\d+\.\d+\S*/.exec(stdout)?.[0] ?? null);
    });
  });
}
