import { releaseOf, type VersionedProgram, VERSIONS } from '@holbench/factors/versions';
import { labCommand, runMain } from '@holbench/process/command-line';
import { listed } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import { fetchVersion } from './fetch-version.ts';
import { addPin, nameOf } from '@holbench/factors/pins';
import { SOURCES } from './sources.ts';

/** `pnpm fetch-version`: versions of programs, before a run asks for them. */
const command = labCommand(
  'fetch-version',
  `Fetches versions of ${listed(VERSIONS.map(({ flag }) => flag)).replace(' or ', ' and ')} from their registries, pins them by hash, and keeps them in .cache/versions.`,
).argument('<program@version...>', 'such as node@26.8.2');

await runMain(async () => {
  // All are refused before the first is fetched.
  const asked = command.parse().args.map((text) => ({ text, ...parse(text) }));
  for (const { text, name, version } of asked) {
    const beganMs = performance.now();
    const fetched = await fetchVersion(name, version);
    const { path, reported, released, sha512, isPinned, wasCached } = fetched;
    if (!isPinned) await addPin(nameOf(name, releaseOf(version)), sha512, released);
    const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
    console.log(
      [
        `${text}${reported === version ? '' : ` (${reported})`}`,
        released === null ? 'released on a day that is not known' : `released ${released}`,
        `${wasCached ? 'cached' : 'fetched'}${isPinned ? '' : ' and pinned'} in ${seconds} s`,
        path,
      ].join(', '),
    );
  }
});

/** @throws UserError for what is no program and version. */
function parse(text: string): { name: VersionedProgram; version: string } {
  const [, name, version] = /^(\w+)@(\S+)$/.exec(text) ?? [];
  const found = VERSIONS.find(({ flag }) => flag === name);
  if (found === undefined || version === undefined) {
    throw new UserError(
      `${text}: give a program and its version, such as node@26.8.2; programs: ${Object.keys(SOURCES).join(', ')}`,
    );
  }
  const wanted = found.parse(version, found.flag);
  if (wanted === null) throw new UserError(`${text} is the lab's own; give a version`);
  return { name: found.flag, version: wanted };
}
