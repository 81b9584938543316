import { randomInt } from 'node:crypto';
import { addFactorOptions, factorTextsOf } from '@holbench/factors/options';
import type { VersionedProgram } from '@holbench/factors/versions';
import { backendOption } from '@holbench/netem/choose-backend';
import type { BackendId } from '@holbench/netem/backend';
import { addProfileOptions } from '@holbench/netem/profile-options';
import {
  labCommand,
  listOf,
  notEmpty,
  wholeNumber,
  wholeSeconds,
} from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { FLAGS, PARAMETERS } from '@holbench/results/parameters';
import { MOST_JOBS, MOST_ROUNDS } from '@holbench/results/run-limits';
import { hasFeature, scenarioOf, SCENARIO_IDS } from '@holbench/scenarios/registry';
import { isOwn, KNOWN_IDS, VARIANT_SETS, variantIds } from '@holbench/variants/registry';
import { Option } from 'commander';
import { configure, KINDS, type Overrides } from './configure.ts';
import { plannedRunSeconds } from './durations.ts';
import { planCells } from './plan.ts';
import { DEFAULT_PRESET, PRESET_NAMES, presetNamed, type PresetName } from './presets.ts';
import { HISTORY_PROGRAMS, withHistory } from './history.ts';
import { minutes } from './progress.ts';
import { parseBudget } from './rounds/budget.ts';
import { parseShard } from './shard.ts';
import { addSweepOption } from './sweep.ts';

export interface Options extends Overrides {
  readonly preset: PresetName;
  readonly history?: VersionedProgram;
  readonly backend?: BackendId;
  readonly out?: string;
  readonly resume?: string;
  readonly again?: string;
  readonly cell?: string;
  readonly target?: string;
  readonly targetKey?: string;
  readonly plan?: true;
  readonly json?: true;
  readonly open?: true;
  readonly watch?: true;
  readonly headed?: true;
  readonly inspectServer?: true;
  readonly keepCaptures?: true;
}

/** What a real network, and servers elsewhere, do not have. */
export const BESIDE_TARGET = [
  'networks',
  'backend',
  'jobs',
  'shard',
  'recordWait',
  'keepCaptures',
  'inspectServer',
];

const SIDE_BY_SIDE = SCENARIO_IDS.filter((id) => scenarioOf(id).sideBySide).join(' and ');
const BESIDE_BULK = SCENARIO_IDS.filter((id) => hasFeature(id, 'bulk')).join(' and ');

const FIXED = PRESET_NAMES.filter((name) => presetNamed(name).fixed);
const PRESET_CHOICE = [
  'A preset is a list of blocks; --plan prints them. --variants, --kinds and --networks replace those of a block,',
  '--scenarios chooses among the blocks or adds one. A factor or --sweep replaces the blocks with settings.',
  `${FIXED.join(', ')} have networks and factors that no option changes.`,
];

export const command = labCommand('bench', 'Runs the matrix of cells and writes a run folder.')
  .addOption(
    new Option('--preset <name>', 'scenarios, networks, rounds and sizes')
      .choices(PRESET_NAMES)
      .default(DEFAULT_PRESET),
  )
  .option(
    '--variants <list>',
    `${variantIds().join(', ')}; sets of them: ${Object.keys(VARIANT_SETS).join(', ')}; your own server, with --target: ${KNOWN_IDS.filter(isOwn).join(', ')} (default: by preset)`,
    listOf('variant', KNOWN_IDS, VARIANT_SETS),
  )
  .option(
    '--scenarios <list>',
    `${SCENARIO_IDS.join(', ')} (default: by preset)`,
    listOf('scenario', SCENARIO_IDS),
  )
  .option('--kinds <list>', `${KINDS.join(', ')} (default: by preset)`, listOf('kind', KINDS))
  .addOption(
    new Option(
      '--history <program>',
      `versions of a program side by side (all that are pinned, or those of --node 26.8.2,26.9.0), for reports/history.csv: ${HISTORY_PROGRAMS.join(', ')}`,
    )
      .choices(HISTORY_PROGRAMS)
      .conflicts(['preset', 'again', 'resume']),
  )
  .option('--rounds <n>', 'number of rounds (default: by preset)', wholeNumber(1, MOST_ROUNDS))
  .option('--budget <time>', 'no round begins that would end after it, e.g. 20m', parseBudget)
  .option(
    '--seed <n>',
    'seed of order, data and losses (default: drawn, printed and stored)',
    wholeNumber(0, 0x7fff_0000),
  )
  .option(
    '--timeout <time>',
    'cell time limit (default: derived from the workload)',
    wholeSeconds('--timeout', 1, 86_400),
  )
  .option(
    '--jobs <n>',
    `cells of ${SIDE_BY_SIDE} side by side over emulated networks (default: by cores)`,
    wholeNumber(1, MOST_JOBS),
  )
  .addOption(
    new Option(
      '--target <origin>',
      'measure servers on another machine, as pnpm serve --host printed it there: https://HOST:PORT; the network is the real one',
    )
      .argParser(notEmpty)
      .conflicts(BESIDE_TARGET),
  )
  .option('--target-key <key>', 'public key of the target, as pnpm serve printed it', notEmpty)
  .option('--out <run>', 'run folder to make (default: reports/runs/<time>-<preset>)', notEmpty)
  .option('--resume <run>', 'resume an interrupted run with its original options', notEmpty)
  .addOption(
    new Option(
      '--again <run>',
      'repeat a run from its manifest: its folder, or its name in reports/runs or reports/published; options narrow its blocks or add one',
    )
      .argParser(notEmpty)
      .conflicts(['preset', 'resume']),
  )
  .option('--cell <id>', 'with --again: this cell alone, as its report names it', notEmpty)
  .option(
    '--shard <i/n>',
    'part i of n of the cells, e.g. 1/4, for several machines; all with one --seed',
  )
  .option('--plan', 'only print the cells in their order and the expected duration')
  .option('--json', 'print the plan as JSON')
  .option('--open', 'show the report in a browser, anew after each round')
  .option('--watch', 'write each message while it is measured, for pnpm demo')
  .option('--headed', 'visible browsers, for debugging; the cells do not count')
  .option(
    '--inspect-server',
    'debugger port 9229 of the server, best with --networks ideal; the cells do not count',
  )
  .addOption(
    new Option(
      '--record-wait [which]',
      `cells of ${BESIDE_BULK} over shaped networks in which it is recorded where messages waited (default: first, those of the first round; without a value: all)`,
    )
      .choices(['all', 'first', 'none'])
      .preset('all'),
  )
  .option('--keep-captures', 'keep the packets and TLS keys of recorded cells, under logs/')
  .addOption(backendOption().helpGroup('Network options:'))
  .addHelpText('after', () => presetHelp());
const FACTOR_OPTIONS = 'Factors:';
addParameterOptions(command);
addFactorOptions(addProfileOptions(command, 'list'), FACTOR_OPTIONS);
addSweepOption(command, FACTOR_OPTIONS);

/** An option for each flag of the parameters, with the scenarios that obey it. */
function addParameterOptions(to: typeof command): void {
  for (const [name, { flag, help, parse }] of Object.entries(FLAGS)) {
    const ids = SCENARIO_IDS.filter((id) =>
      scenarioOf(id).parameters.some((key) => PARAMETERS[key].flag === name),
    ).join(', ');
    to.addOption(
      new Option(flag, `${help} (${ids})`).argParser<number>(parse).helpGroup('Workload options:'),
    );
  }
}

/** The given options: factors by their flags, the rest by commander's names. */
export function optionsOf(): Options {
  const { sweep = [], ...options } = command.opts<Options>();
  const texts = Object.entries(factorTextsOf(options));
  // `--node 26.8.2,26.9.0` is short for a sweep.
  const [swept, set] = [texts.filter(isList), texts.filter((each) => !isList(each))];
  const all = [...sweep, ...swept.map(([flag, list]) => `${flag}=${list}`)];
  const own = {
    ...options,
    factors: Object.fromEntries(set),
    ...(all.length > 0 && { sweep: all }),
  };
  return withHistory(own);
}

function isList([, text]: readonly [string, string]): boolean {
  return text.includes(',');
}

/** A run that is given no seed draws one, so that two runs are two observations. Below a million it shares no round with another. */
const SEEDS = 1_000_000;

/** @throws UserError for a part of a run, whose machines cannot draw the same. */
export function seedOf({ seed, shard }: Options): number {
  if (shard !== undefined) parseShard(shard);
  if (seed !== undefined) return seed;
  const drawn = randomInt(1, SEEDS);
  if (shard === undefined) return drawn;
  throw new UserError(
    `--shard ${shard}: all shards need the same seed; add --seed ${drawn} to each`,
  );
}

/** Options that do not change what is measured: beside `--resume`, and beside `--cell`. */
export const BESIDE_RESUME = ['resume', 'plan', 'json', 'open', 'keepCaptures'];
export const BESIDE_CELL = [
  'again',
  'cell',
  'plan',
  'json',
  'out',
  'open',
  'headed',
  'inspectServer',
  'keepCaptures',
];

/** A history has a preset of its own, which need not be named. */
export function presetOf({ preset, history }: Options): PresetName {
  return history === undefined ? preset : 'history';
}

/** The options that were given among these, or besides them, for an error; '' for none. */
export function givenAmong(names: readonly string[], among = true): string {
  const given = command.options.filter((option) => {
    const name = option.attributeName();
    return command.getOptionValueSource(name) === 'cli' && names.includes(name) === among;
  });
  return given.map(({ long }) => long).join(', ');
}

function presetHelp(): string {
  const lines = PRESET_NAMES.map((name) => {
    const { title } = presetNamed(name);
    const configuration = configure(name);
    const networks = configuration.networks.map(({ profile }) => profile.id);
    const seconds = plannedRunSeconds(planCells(configuration), configuration);
    return `  ${name.padEnd(9)} ${title}; over ${networks.join(', ')}; about ${minutes(seconds)}`;
  });
  return ['', 'Presets:', ...lines, ...PRESET_CHOICE].join('\n');
}
