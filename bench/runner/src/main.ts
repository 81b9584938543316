import { relative, resolve } from 'node:path';
import { addFactorOptions, factorTextsOf } from '@holbench/factors/options';
import { backendOption } from '@holbench/netem/choose-backend';
import type { BackendId } from '@holbench/netem/backend';
import { removeLeftovers } from '@holbench/netem/clean';
import { elevateIfNeeded } from '@holbench/netem/elevate';
import { lockMachine } from '@holbench/netem/lock';
import { addProfileOptions } from '@holbench/netem/profile-options';
import { END_SIGNALS } from '@holbench/process/cleanup';
import {
  labCommand,
  listOf,
  notEmpty,
  runMain,
  wholeNumber,
  wholeSeconds,
} from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { whyRoot } from '@holbench/harness/rights';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { missingPrerequisite } from '@holbench/harness/unsupported';
import { findTools } from '@holbench/harness/tools';
import { namesIn, settingsIn } from '@holbench/results/block';
import { isShaped } from '@holbench/results/is-shaped';
import { renamedText } from '@holbench/results/renamed';
import { MOST_JOBS, MOST_ROUNDS } from '@holbench/results/run-limits';
import type { Run } from '@holbench/results/run-reader';
import { CLAIM_RUNS } from '@holbench/scenarios/claims/claim-runs';
import { hasFeature, scenarioOf, SCENARIO_IDS } from '@holbench/scenarios/registry';
import { INTERVAL_SAMPLES } from '@holbench/stats/median-interval';
import { isOwn, KNOWN_IDS, VARIANT_SETS, variantIds } from '@holbench/variants/registry';
import { FLAGS, PARAMETERS } from '@holbench/results/parameters';
import { InvalidArgumentError, Option } from 'commander';
import { baseOf, configureCell, runToRepeat } from './again.ts';
import { assertPossible, mayBeImpossible } from './assert-possible.ts';
import { leftOutLines } from './claims-here.ts';
import type { Configuration } from './configuration.ts';
import { configure, configureFrom, KINDS, type Overrides } from './configure.ts';
import { plannedRunSeconds } from './durations.ts';
import { collectManifest } from './manifest.ts';
import { type BenchNetwork, benchNetwork, withChoice } from './network/bench-network.ts';
import { assertServes } from './own-server.ts';
import { planCells } from './plan.ts';
import { claimLines, plannedClaims } from './planned-claims.ts';
import { printPlan } from './print-plan.ts';
import { DEFAULT_PRESET, PRESET_NAMES, presetNamed, type PresetName } from './presets.ts';
import { cellsText, minutes, showProgress } from './progress.ts';
import {
  conditionDifferences,
  configurationOf,
  readUnfinishedRun,
  resumedNetworks,
  throwForUser,
  unfinishedCells,
} from './resume.ts';
import { RoundPlan } from './rounds/round-plan.ts';
import {
  assertBudgetHoldsRound,
  assertPrecise,
  parseBudget,
  parsePrecision,
  plannedTimeText,
  stoppingRule,
} from './rounds/stopping-rule.ts';
import { runBench } from './run-bench.ts';
import {
  aboutTarget,
  assertOfTarget,
  measureNetwork,
  realNetwork,
  openTarget,
  unknownNetwork,
} from './network/target-network.ts';
import { defaultRunFolder, runId } from './run-id.ts';
import { countOutcomes, whyNothingMeasured } from './run-outcome.ts';
import { addSweepOption, needsLink } from './sweep.ts';

interface Options extends Overrides {
  readonly preset: PresetName;
  readonly backend?: BackendId;
  readonly out?: string;
  readonly resume?: string;
  readonly again?: string;
  readonly cell?: string;
  readonly target?: string;
  readonly targetKey?: string;
  readonly plan?: true;
  readonly json?: true;
  readonly headed?: true;
  readonly inspectServer?: true;
  readonly keepCaptures?: true;
}

/** What a real network, and servers elsewhere, do not have. */
const BESIDE_TARGET = [
  'networks',
  'backend',
  'jobs',
  'shard',
  'recordWait',
  'keepCaptures',
  'inspectServer',
];

const CLAIM_IDS = CLAIM_RUNS.map(({ id }) => id);
const SIDE_BY_SIDE = SCENARIO_IDS.filter((id) => scenarioOf(id).sideBySide).join(' and ');
const BESIDE_BULK = SCENARIO_IDS.filter((id) => hasFeature(id, 'bulk')).join(' and ');

const FIXED = PRESET_NAMES.filter((name) => presetNamed(name).fixed);
const PRESET_CHOICE = [
  'A preset is a list of blocks; --plan prints them. --variants, --kinds and --networks replace those of a block,',
  '--scenarios chooses among the blocks or adds one. A block with settings of its own is only narrowed; with a factor or',
  `--sweep of yours it does not run: --bulk 1 leaves it out. ${FIXED.join(', ')} have networks and factors that`,
  'no option changes.',
];

const command = labCommand('bench', 'Runs the matrix of cells and writes a run folder.')
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
    listOf('scenario', SCENARIO_IDS, {}, (name) => renamedText('scenario', name)),
  )
  .option('--kinds <list>', `${KINDS.join(', ')} (default: by preset)`, listOf('kind', KINDS))
  .option(
    '--claims <list>',
    `claims to test, with --preset claims (default: all): ${CLAIM_IDS.join(', ')}`,
    listOf('claim', CLAIM_IDS),
  )
  .option('--rounds <n>', 'number of rounds (default: by preset)', wholeNumber(1, MOST_ROUNDS))
  .option(
    '--precision <percent>',
    'rounds go on until half of the interval of every deciding figure is within it, e.g. 10%',
    parsePrecision,
  )
  .option('--budget <time>', 'no round begins that would end after it, e.g. 20m', parseBudget)
  .option('--seed <n>', 'seed of order, data and losses (default: 1)', wholeNumber(0, 0x7fff_0000))
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
      .conflicts(['preset', 'resume', 'claims']),
  )
  .option('--cell <id>', 'with --again: this cell alone, as its report names it', notEmpty)
  .option('--shard <i/n>', 'part i of n of the cells, e.g. 1/4, for several machines')
  .option('--plan', 'only print the cells in their order and the expected duration')
  .option('--json', 'print the plan as JSON')
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
command.addOption(
  new Option('--foreign <source>').hideHelp().argParser(() => {
    throw new InvalidArgumentError('it is called --other-load now.');
  }),
);
command.addOption(
  new Option('--until <percent>').hideHelp().argParser(() => {
    throw new InvalidArgumentError('it is called --precision now.');
  }),
);
addSweepOption(command, FACTOR_OPTIONS);

/** An option for each flag of the parameters, with the scenarios that obey it. */
function addParameterOptions(to: typeof command): void {
  for (const [name, { flag, help, parse }] of Object.entries(FLAGS)) {
    const ids = SCENARIO_IDS.filter((id) =>
      scenarioOf(id).parameters.some((key) => PARAMETERS[key].flag === name),
    ).join(', ');
    to.addOption(
      new Option(flag, `${help} (${ids})`)
        .argParser<number | number[]>(parse)
        .helpGroup('Workload options:'),
    );
  }
}

/** The given options: factors by their flags, the rest by commander's names. */
function optionsOf(): Options {
  return { ...command.opts<Options>(), factors: factorTextsOf(command.opts()) };
}

/** Options that do not change what is measured. */
const BESIDE_RESUME: readonly string[] = ['resume', 'plan', 'json', 'keepCaptures'];

await runMain(async () => {
  command.parse();
  const given = optionsOf();
  const begun = given.resume === undefined ? null : await readUnfinishedRun(given.resume);
  const again = given.again === undefined ? null : await runToRepeat(given.again, PROJECT_ROOT);
  const options = again ? { ...targetOf(again), ...given } : given;
  const configured = (overrides: Overrides): Configuration =>
    again === null
      ? configure(options.preset, overrides)
      : options.cell === undefined
        ? configureFrom(baseOf(again.manifest), overrides)
        : configureCell(again.manifest, options.cell);
  if (options.cell !== undefined) assertCellAlone(again);
  // Options are refused before the network is measured, which takes a while.
  if (options.target !== undefined) assertOfTarget(configured(unknownNetwork(options)));
  await using target = await openTarget(options, begun);
  const found = target && (begun ? null : await measureNetwork(target, options));
  const { headed = false, inspectServer = false } = options;
  // One window, and one debugger's port.
  const alone = headed || inspectServer || found ? { jobs: 1 } : {};
  const configuration = begun
    ? resumedConfiguration(begun)
    : configured({ ...options, ...alone, ...(found && { found }) });
  if (target) assertOfTarget(configuration);
  const planned = planCells(configuration);
  const cells = begun ? unfinishedCells(planned, begun) : planned;
  const seconds = plannedRunSeconds(cells, configuration);
  if (planned.length === 0) {
    const { shard } = configuration;
    if (planCells({ ...configuration, shard: null }).length === 0) {
      throw new UserError(whyNothing(configuration));
    }
    if (!options.json) {
      return console.log(`--shard ${shard}: no cells, because compared cells stay together`);
    }
  }
  // A resumed run may have no planned cell left, and goes on.
  if (begun === null) {
    assertPrecise(cells, options.precision);
    assertBudgetHoldsRound(cells, configuration);
  }
  if (options.plan || options.json) {
    if (mayBeImpossible(configuration, options)) {
      const why = 'to try what these options need,';
      if ((await elevateIfNeeded(why)) === 'done') return;
      await assertPossible(configuration, options);
    }
    return printPlan(cells, configuration, options.json === true);
  }

  const tools = await findTools();
  const missing = await missingPrerequisite(tools);
  if (missing !== null) throw new UserError(missing);
  if (target) for (const line of await assertServes(target, cells, tools)) console.log(line);
  const run = begun?.manifest.run ?? runId(configuration.preset);
  const folder = begun?.folder ?? options.out ?? defaultRunFolder(tools.root, run);
  // A network that is found needs nobody's rights.
  if (!target && (await elevateIfNeeded('to make networks,', [resolve(folder)])) === 'done') return;

  await using _lock = await lockMachine('pnpm bench');
  const removed = removeLeftovers();
  if (removed.length > 0) console.log(`removed leftovers of a killed run: ${removed.join(', ')}`);
  await assertPossible(configuration, begun === null ? { ...options, out: folder } : {});
  const networks = begun
    ? await resumedNetworks(begun, configuration, tools, target)
    : target && found
      ? [realNetwork(configuration, target, found)]
      : await newNetworks(configuration, options.backend, options.inspectServer === true);
  const manifest = begun?.manifest ?? (await collectManifest(run, configuration, networks, tools));
  if (again) {
    const differs = conditionDifferences(again.manifest, manifest);
    for (const line of differs) console.log(`not as in ${again.manifest.run}: ${line}`);
  }
  const whyAsRoot = await whyRoot(tools);
  if (whyAsRoot !== null) console.log(`servers and browsers run as root: ${whyAsRoot}`);
  if (target) for (const line of aboutTarget(target)) console.log(line);
  for (const { variant, reason } of manifest.unsupported) console.log(`${variant}: ${reason}`);
  if (manifest.unsupported.length === namesIn(configuration, 'variants').length) {
    throw new UserError('none of the chosen variants can run here; pnpm run doctor says more');
  }

  for (const line of claimLines(plannedClaims(configuration))) console.log(line);
  for (const line of leftOutLines(configuration.preset)) console.log(line);
  const records = networks.map(({ record }) => record);
  const rounds = await RoundPlan.of(configuration, records, begun?.cells);
  console.log(
    `${cellsText(cells.length)}, ${plannedTimeText(seconds, configuration)}, into ${relative('', folder)}`,
  );
  const most = Math.max(...configuration.blocks.map((block) => block.rounds));
  if (most < INTERVAL_SAMPLES && rounds.plannedCells > 0) {
    console.log(
      `a look: so few rounds cannot tell a difference from chance; --rounds ${INTERVAL_SAMPLES} can`,
    );
  }
  const rule = stoppingRule(configuration);
  for (const line of rule) console.log(line);
  const progress = showProgress({ jobs: configuration.jobs, mayChange: rule.length > 0 });
  const interrupted = (): void => {
    // The progress bar has changed the terminal's settings.
    progress.stop();
    console.error(
      `interrupted; finished cells are kept: pnpm bench --resume ${relative('', folder)}`,
    );
  };
  for (const signal of END_SIGNALS) process.once(signal, interrupted);
  const ended = await runBench(rounds, {
    ...(headed || inspectServer ? { debugging: { headed, inspectServer } } : {}),
    keepCaptures: options.keepCaptures ?? false,
    manifest,
    configuration,
    networks,
    folder,
    resume: begun !== null,
    tools,
    progress,
  })
    .catch(throwForUser(folder))
    .finally(() => progress.stop());
  const result = countOutcomes(ended);
  const counts = Object.entries(result).map(([status, count]) => `${count} ${status}`);
  const part = begun === null ? '' : ', after those that the run had';
  console.log(`${counts.join(', ')}${part}: pnpm report ${relative('', folder)}`);
  if (result.failed + result.invalid > 0) process.exitCode = 1;
  const earlier = (begun?.cells ?? []).map(({ cell }) => cell);
  const nothing = whyNothingMeasured([...earlier, ...ended]);
  if (nothing !== null) throw new UserError(nothing);
});

async function newNetworks(
  configuration: Configuration,
  forced: BackendId | undefined,
  inspectServer: boolean,
): Promise<BenchNetwork[]> {
  const { networks, factors } = configuration;
  const making = { forced, tcp: factors, needsLink: needsLink(factors, settingsIn(configuration)) };
  const made: BenchNetwork[] = [];
  for (const network of networks) {
    // A debugger cannot reach into a namespace.
    const loopback = inspectServer && !isShaped(network.profile);
    const none = { backend: null, why: 'loopback for the debugger' };
    made.push(
      loopback ? await withChoice(network, making, none) : await benchNetwork(network, making),
    );
  }
  return made;
}

/** The configuration of the original run, which no option changes. */
function resumedConfiguration(run: Run): Configuration {
  const names = givenBesides(...BESIDE_RESUME);
  if (names !== '') {
    throw new UserError(
      `${names}: a resumed run goes on with the options that it began with; give --resume alone, or start a new run`,
    );
  }
  return configurationOf(run.manifest);
}

/** Where the servers of a run were, if not on its machine. */
function targetOf({ manifest }: Run): { target?: string; targetKey?: string } {
  const [found] = manifest.networks.flatMap((network) => network.found ?? []);
  if (!found) return {};
  return { target: found.target, ...(found.key !== null && { targetKey: found.key }) };
}

/** @throws UserError for options beside `--cell`, which repeats a cell as it was. */
function assertCellAlone(again: Run | null): void {
  if (again === null) throw new UserError('--cell is for --again RUN; add it');
  const others = givenBesides('again', 'cell', 'plan', 'json', 'out', 'headed', 'inspectServer');
  if (others === '') return;
  throw new UserError(`${others}: --cell repeats a cell as it was; leave it out`);
}

/** The options that were given besides these, for an error; '' for none. */
function givenBesides(...allowed: readonly string[]): string {
  const given = command.options.filter((option) => {
    const name = option.attributeName();
    return command.getOptionValueSource(name) === 'cli' && !allowed.includes(name);
  });
  return given.map(({ long }) => long).join(', ');
}

/** Why a configuration has no cells. */
function whyNothing(configuration: Configuration): string {
  const needs = namesIn(configuration, 'scenarios').map((id) => {
    const { kinds, cellPer } = scenarioOf(id);
    const over = cellPer === undefined ? '' : ', over a shaped network with --fan-out';
    return `${id} has ${kinds.join(' and ')}${over}`;
  });
  return `nothing to run with these --kinds and --networks: ${needs.join('; ')}`;
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
