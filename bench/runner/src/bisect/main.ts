import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { nameOf } from '@holbench/factors/pins';
import { lineOf, type VersionedProgram, VERSIONS } from '@holbench/factors/versions';
import { versionsOf } from '@holbench/harness/versions/fetch-version';
import { SOURCES } from '@holbench/harness/versions/sources';
import { byVersion } from '@holbench/process/by-version';
import { listOf, labCommand, runMain, wholeNumber } from '@holbench/process/command-line';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { UserError } from '@holbench/process/user-error';
import { withUnit } from '@holbench/reports/document/figure-text';
import { armSettings } from '@holbench/reports/figures/arm-settings';
import type { Figure } from '@holbench/reports/figures/figure';
import { Relation } from '@holbench/reports/figures/relation';
import { compareWaits } from '@holbench/reports/history/compared-waits';
import { quietPoints } from '@holbench/reports/history/history-of';
import { mergeRuns } from '@holbench/reports/runs/merge-runs';
import { readReportedRun } from '@holbench/reports/runs/read-reported-run';
import { BESIDE } from '@holbench/scenarios/headline';
import { oneHolds } from '@holbench/stats/several-tests';
import { VARIANTS } from '@holbench/variants/registry';
import { Argument, Option } from 'commander';
import * as v from 'valibot';
import { VARIANTS_OF } from '../history.ts';
import { defaultRunFolder, runId } from '../run-id.ts';
import { findFirst } from './find-first.ts';

const BENCH = join(PROJECT_ROOT, 'bench/runner/src/main.ts');
const TRANSFERS = ['download', 'upload'] as const;
/** Beyond it the ends do not differ: as a history, of all places together. */
const MOST_CHANCE = 0.05;
/** For the bench to end its servers, browsers and networks, in ms. */
const GRACE_MS = 30_000;

interface Options {
  readonly variant: string;
  readonly transfers: readonly string[];
  readonly networks: readonly string[];
  readonly rounds: number;
  readonly seed: number;
}

/** `pnpm bisect`: which release of a program changed a figure. */
const command = labCommand(
  'bisect',
  'Finds the release of a program from which on a small message beside a transfer waits differently. Measures both ends, then halves what is between them.',
)
  .addArgument(new Argument('<program>', 'program').choices(VERSIONS.map(({ flag }) => flag)))
  .argument('<older>', 'version before the change')
  .argument('<newer>', 'version after it')
  .option(
    '--variant <id>',
    'variant that the program is part of, such as node-http2 (default: the one that it can change most)',
  )
  .addOption(
    new Option('--transfers <list>', 'transfers beside which messages are sent')
      .argParser(listOf('transfer', TRANSFERS))
      .default([...TRANSFERS], TRANSFERS.join(', ')),
  )
  .addOption(
    new Option('--networks <list>', 'networks')
      .argParser((text) => text.split(','))
      .default(['lte', 'reference-4g'], 'lte, reference-4g'),
  )
  .addOption(
    new Option('--rounds <n>', 'fresh connections of each version, one in each round')
      .argParser(wholeNumber(6, 100))
      .default(10),
  )
  .addOption(
    new Option('--seed <n>', 'seed of losses and order, the same for all versions')
      .argParser(wholeNumber(0, 0x7fff_0000))
      .default(1),
  )
  .addHelpText(
    'after',
    `
Example, 26 minutes for four releases and five more for each doubling:
  pnpm bisect node 26.8.1 26.10.0 --variant node-http2

What is known without measuring: docs/history.md`,
  );

const Arguments = v.tuple([v.picklist(VERSIONS.map(({ flag }) => flag)), v.string(), v.string()]);

/** Figures of one version, by what they are of. */
type Measured = ReadonlyMap<string, Figure>;

await runMain(async () => {
  command.parse();
  const [program, older, newer] = v.parse(Arguments, command.processedArgs);
  const options = command.opts<Options>();
  const variant = variantFor(program, options.variant);
  assertEnough(options);
  const versions = await between(program, older, newer);
  const folder = defaultRunFolder(PROJECT_ROOT, runId(`bisect-${program}`));
  console.log(`${versions.length} releases from ${older} to ${newer}: ${versions.join(', ')}`);

  await mkdir(folder, { recursive: true });
  const of = { ...options, program, variant, folder };
  const ends = await measured(of, [older, newer]);
  const [oldest, newest] = [ends.get(older), ends.get(newer)];
  if (oldest === undefined || newest === undefined) {
    const which = oldest === undefined ? older : newer;
    throw new UserError(
      `${nameOf(program, which)} has no figure; choose another version as an end`,
    );
  }
  const places = comparedPlaces(oldest, newest);
  if (places.length === 0) {
    throw new UserError(
      'other programs used the CPU beside too many connections; end them, or give more --rounds',
    );
  }
  const place = mostDifferent(places);
  if (place === null) {
    return console.log(`no difference detected between ${older} and ${newer}; try more --rounds`);
  }
  const { network, scenario } = place.oldest;
  console.log(
    `they differ most beside the ${scenario} over ${network}: ${withUnit(place.oldest)} and ${withUnit(place.newest)}`,
  );
  const only = { ...of, networks: [network], transfers: [scenario] };
  const found = await findFirst(versions, place.chance, async (version) => {
    // The ends again, beside it: what runs beside a cell changes its waits (docs/decisions/0075).
    const step = await measured(only, [older, version, newer]);
    const [first, own, last] = [older, version, newer].map((each) =>
      step.get(each)?.get(place.key),
    );
    if (first === undefined || own === undefined || last === undefined) return null;
    const [asOldest, asNewest] = [compareWaits(first, own), compareWaits(own, last)];
    if (asOldest !== null && asNewest !== null) {
      return { likeOldest: asOldest.chance, likeNewest: asNewest.chance };
    }
    console.log(`${version} is left out: other programs used the CPU beside too many connections`);
    return null;
  });
  if (found.unknown.length > 0) {
    console.log(`could not be measured, and may be the first: ${found.unknown.join(', ')}`);
  }
  console.log(`runs: ${relative('', folder)}`);
  console.log(
    `first release that differs: ${nameOf(program, found.first)}, the last that does not: ${found.before}; chance of being wrong ${chanceText(found.wrong)}`,
  );
});

/** @throws UserError for a variant that the program is no part of. */
function variantFor(program: VersionedProgram, chosen: string | undefined): string {
  const factor = VERSIONS.find(({ flag }) => flag === program);
  const traits = { kind: 'text', features: ['bulk'] } as const;
  const able = VARIANTS.filter((variant) => factor?.appliesTo({ variant, ...traits }));
  const found = able.find(({ id }) => id === (chosen ?? VARIANTS_OF[program].at(-1)));
  if (found !== undefined) return found.id;
  throw new UserError(
    `--variant ${chosen}: ${program} is no part of it; choose among ${able.map(({ id }) => id).join(', ')}`,
  );
}

/** @throws UserError for so few rounds that no difference could be told from chance, in one place of all that are looked at. */
function assertEnough({ rounds, networks, transfers }: Options): void {
  const places = networks.length * transfers.length;
  const needed = Math.ceil(Math.log2((2 * places) / MOST_CHANCE));
  if (rounds >= needed) return;
  throw new UserError(
    `--rounds ${rounds}: ${places} places need ${needed}; give more, or fewer --networks or --transfers`,
  );
}

/**
 * Releases from one version to another, without those that are not for everybody. Of lines of releases before that of the
 * newer one only the first: what changes it may have come into them later.
 */
async function between(program: VersionedProgram, older: string, newer: string): Promise<string[]> {
  const listed = await versionsOf(SOURCES[program]).catch(() => {
    throw new UserError(
      'the registry cannot be reached; connect, or compare two versions: pnpm bench --history',
    );
  });
  const all = listed
    .filter((version) => /^\d+(\.\d+)+(\.post\d+)?$/.test(version))
    .toSorted(byVersion);
  const unknown = [older, newer].find((version) => !all.includes(version));
  if (unknown !== undefined) {
    throw new UserError(
      `${nameOf(program, unknown)} is no release; the newest are ${all.slice(-5).join(', ')}`,
    );
  }
  if (byVersion(older, newer) >= 0) {
    throw new UserError(`${older} is not before ${newer}; give the older version first`);
  }
  const line = (version: string) => lineOf(program, version);
  const found = all.slice(all.indexOf(older), all.indexOf(newer) + 1);
  return found.filter(
    (version, index) =>
      version === older ||
      line(version) === line(newer) ||
      (index > 0 &&
        line(version) !== line(older) &&
        line(version) !== line(found[index - 1] ?? '')),
  );
}

interface Measuring extends Options {
  readonly program: VersionedProgram;
  readonly folder: string;
}

/** A bench of some versions, with the losses of all others. @returns figures of those that have some. */
async function measured(
  { program, variant, folder, ...of }: Measuring,
  versions: readonly string[],
): Promise<ReadonlyMap<string, Measured>> {
  const run = join(folder, versions.join('+'));
  const chosen = [
    // As the preset of a history, whose points are kept.
    ['--preset', 'quick'],
    ['--record-wait', 'none'],
    ['--connections', '1'],
    ['--other-connections', '0'],
    ['--variants', variant],
    ['--scenarios', of.transfers.join()],
    ['--networks', of.networks.join()],
    ['--rounds', String(of.rounds)],
    ['--seed', String(of.seed)],
    [`--${program}`, versions.join()],
    ['--out', run],
  ].flat();
  await using bench = await ManagedProcess.start({
    name: 'bench',
    command: process.execPath,
    args: [BENCH, ...chosen],
    logPath: `${run}.log`,
    cwd: PROJECT_ROOT,
    graceMs: GRACE_MS,
  });
  await bench.ended;
  const data = await readReportedRun(run)
    .then((read) => mergeRuns([read]))
    .catch(() => {
      throw new UserError(`nothing was measured: ${bench.log.errorLine()}`);
    });
  const quiet = quietPoints(data);
  const figures = Relation.of(data)
    .figures.filter(
      ({ metric, kind, value }) => metric.id === BESIDE.during && kind === 'text' && value !== null,
    )
    .map((figure) => ({ ...figure, points: quiet(figure) }));
  const factor = VERSIONS.find(({ flag }) => flag === program) ?? VERSIONS[0];
  const versionOf = (figure: Figure): string =>
    armSettings(data, figure).find(({ flag }) => flag === program)?.value ?? '';
  const found = Map.groupBy(figures, versionOf);
  for (const version of versions) {
    const told = found.get(version)?.map((figure) => `${placeOf(figure)} ${withUnit(figure)}`);
    const own = data.cells.filter(({ cell }) => cell.factors[factor.key] === version);
    const [reason = bench.log.errorLine()] = own.flatMap(({ cell }) => cell.reasons);
    console.log(`${nameOf(program, version)}: ${told?.join(', ') ?? `not measured: ${reason}`}`);
  }
  return new Map(
    [...found].map(([version, own]) => [
      version,
      new Map(own.map((figure) => [placeOf(figure), figure])),
    ]),
  );
}

function placeOf({ scenario, network }: Figure): string {
  return `${scenario} over ${network}`;
}

/** Where both have connections enough. */
function comparedPlaces(oldest: Measured, newest: Measured) {
  return [...oldest].flatMap(([key, one]) => {
    const other = newest.get(key);
    const compared = other && compareWaits(one, other);
    return compared ? [{ key, oldest: one, newest: other, ...compared }] : [];
  });
}

/** Where two versions differ most clearly; null where they do not, however many places were looked at. */
function mostDifferent(places: ReturnType<typeof comparedPlaces>) {
  const [clearest] = places.toSorted((a, b) => a.chance - b.chance || b.distance - a.distance);
  const chance = oneHolds(places.map((place) => place.chance));
  return clearest === undefined || chance > MOST_CHANCE ? null : { ...clearest, chance };
}

function chanceText(chance: number): string {
  return chance < 0.001 ? 'below 0.1 %' : `${(100 * chance).toFixed(1)} %`;
}
