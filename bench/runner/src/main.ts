import { relative, resolve } from 'node:path';
import type { BackendId } from '@holbench/netem/backend';
import { removeLeftovers } from '@holbench/netem/clean';
import { elevateIfNeeded } from '@holbench/netem/elevate';
import { lockMachine } from '@holbench/netem/lock';
import { cleanUpAtExit, END_SIGNALS, isEnding } from '@holbench/process/cleanup';
import { runMain } from '@holbench/process/command-line';
import { shellWord } from '@holbench/process/shell-word';
import { removeAbandoned } from '@holbench/process/temporary-folder';
import { messageOf, UserError } from '@holbench/process/user-error';
import { whyRoot } from '@holbench/harness/rights';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { missingPrerequisite } from '@holbench/harness/unsupported';
import { findTools } from '@holbench/harness/tools';
import { VersionedTools } from '@holbench/harness/versions/tools-of';
import { type Block, namesIn, settingsIn } from '@holbench/results/block';
import { isShaped } from '@holbench/results/is-shaped';
import { appendHistory, HISTORY_FILE, loadHistory } from '@holbench/reports/history/write-history';
import { readManifest, type Run } from '@holbench/results/run-reader';
import { configureCell, runToRepeat } from './again.ts';
import { assertPossible, mayBeImpossible } from './assert-possible.ts';
import type { Configuration } from './configuration.ts';
import { configure, configureAgain, type Overrides } from './configure.ts';
import { plannedRunSeconds } from './durations.ts';
import { LiveReport } from './live-report.ts';
import { collectManifest } from './manifest.ts';
import { type BenchNetwork, benchNetwork, withChoice } from './network/bench-network.ts';
import { assertServes } from './own-server.ts';
import { assertAmountsObeyed, assertObeyed, planCells } from './plan.ts';
import { printPlan } from './print-plan.ts';
import {
  BESIDE_CELL,
  BESIDE_RESUME,
  BESIDE_TARGET,
  command,
  givenAmong,
  type Options,
  optionsOf,
  presetOf,
  seedOf,
} from './options.ts';
import { cellsText, showProgress } from './progress.ts';
import {
  configurationOf,
  readUnfinishedRun,
  repeatDifferences,
  resumedNetworks,
  throwForUser,
  unfinishedCells,
} from './resume.ts';
import { openReport } from './open-report.ts';
import { RoundPlan } from './rounds/round-plan.ts';
import {
  assertBudgetHoldsRound,
  budgetText,
  plannedTimeText,
  roundsWithInterval,
} from './rounds/budget.ts';
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
import { needsLink } from './sweep.ts';

await runMain(async () => {
  command.parse();
  const given = optionsOf();
  if (given.resume !== undefined && (await isEndedHistory(given.resume))) {
    return addToHistory(given.resume);
  }
  const begun = given.resume === undefined ? null : await readUnfinishedRun(given.resume);
  const again = given.again === undefined ? null : await runToRepeat(given.again, PROJECT_ROOT);
  const options = again
    ? { ...targetOf(again), ...given }
    : { ...given, ...(begun === null && { seed: seedOf(given) }) };
  const configured = (overrides: Overrides): Configuration => {
    if (again === null) return configure(presetOf(options), overrides);
    return options.cell === undefined
      ? configureAgain(again.manifest, overrides)
      : configureCell(again.manifest, options.cell, overrides.found);
  };
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
    if (!options.json) {
      return console.log(`--shard ${shard}: no cells, because compared cells stay together`);
    }
  }
  // A resumed run may have no planned cell left, and goes on.
  if (begun === null) {
    if (again === null) assertObeyed(configuration, planned);
    assertAmountsObeyed(options, planned);
    assertBudgetHoldsRound(cells, configuration, options.budget !== undefined);
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
  const isHistory = configuration.preset === 'history' && configuration.only === null;
  // A damaged history is refused now, not after hours.
  if (isHistory) await loadHistory(HISTORY_FILE);
  // A network that is found needs nobody's rights.
  if (!target && (await elevateIfNeeded('to make networks,', [resolve(folder)])) === 'done') return;

  await using lock = await lockMachine('pnpm bench');
  await removeAbandoned();
  const removed = removeLeftovers();
  if (removed.length > 0) console.log(`removed leftovers of a killed run: ${removed.join(', ')}`);
  // It builds servers, which another run may use.
  const versioned = await VersionedTools.fetch(tools, [configuration, ...planned], (line) =>
    console.log(line),
  );
  await assertPossible(configuration, begun === null ? { ...options, out: folder } : {});
  const networks = begun
    ? await resumedNetworks(begun, configuration, versioned, target)
    : target && found
      ? [realNetwork(configuration, target, found)]
      : await newNetworks(configuration, options.backend, options.inspectServer === true);
  const manifest =
    begun?.manifest ?? (await collectManifest(run, configuration, networks, versioned));
  if (again) {
    const differs = repeatDifferences(again.manifest, manifest);
    for (const line of differs) console.log(`not as in ${again.manifest.run}: ${line}`);
  }
  const whyAsRoot = await whyRoot(tools);
  if (whyAsRoot !== null) console.log(`servers and browsers run as root: ${whyAsRoot}`);
  if (target) for (const line of aboutTarget(target)) console.log(line);
  for (const { variant, reason } of manifest.unsupported) console.log(`${variant}: ${reason}`);
  if (manifest.unsupported.length === namesIn(configuration, 'variants').length) {
    throw new UserError('none of the chosen variants can run here; pnpm run doctor says more');
  }

  const rounds = new RoundPlan(
    configuration,
    begun?.cells.map(({ cell }) => cell),
  );
  console.log(
    `${cellsText(cells.length)}, ${plannedTimeText(seconds, configuration)}, seed ${configuration.seed}, into ${relative('', folder)}`,
  );
  if (cells.length > 0 && configuration.blocks.every(isLook)) {
    console.log(
      `a look: so few rounds cannot tell a difference from chance; --rounds ${Math.min(...configuration.blocks.map(roundsWithInterval))} can`,
    );
  }
  const rule = budgetText(configuration);
  if (rule !== null) console.log(rule);
  const progress = showProgress({ jobs: configuration.jobs, mayChange: rule !== null });
  let isComplete = false;
  const interrupted = (): void => {
    // The progress bar has changed the terminal's settings.
    const kept = progress.stop() + (begun?.cells.length ?? 0);
    const path = shellWord(relative('', folder));
    console.error(
      isComplete
        ? `interrupted; the run is complete: pnpm report ${path}`
        : `interrupted; ${cellsText(kept)} kept: pnpm bench --resume ${path}`,
    );
  };
  for (const signal of END_SIGNALS) process.once(signal, interrupted);
  await using shown = options.open ? await openReport(folder, tools) : null;
  if (shown) progress.note(`the report, anew after each round: ${shown.address}`);
  const report = new LiveReport(folder, shown ? () => shown.refresh() : undefined);
  // Registered first, so it runs when all processes of the run have ended.
  const released = cleanUpAtExit(
    async () => (await report.beforeExit()).forEach((line) => console.log(line)),
    () => {},
  );
  const ended = await runBench(rounds, {
    ...(headed || inspectServer ? { debugging: { headed, inspectServer } } : {}),
    watch: options.watch ?? false,
    keepCaptures: options.keepCaptures ?? false,
    manifest,
    configuration,
    networks,
    folder,
    resume: begun !== null,
    tools: versioned,
    ...(begun && { earlier: begun.cells }),
    progress,
    afterRound: () => report.afterRound(),
  })
    .catch(throwForUser(folder))
    .finally(() => progress.stop());
  released();
  const result = countOutcomes(ended);
  const counts = Object.entries(result).map(([status, count]) => `${count} ${status}`);
  const part = begun === null ? '' : ', after those that the run had';
  console.log(`${counts.join(', ')}${part}`);
  if (isEnding()) return;
  isComplete = true;
  const { lines, isWritten } = await report.write();
  for (const line of lines) console.log(line);
  if (isHistory) await addToHistory(folder);
  if (result.failed + result.invalid > 0 || !isWritten) process.exitCode = 1;
  const earlier = (begun?.cells ?? []).map(({ cell }) => cell);
  const nothing = whyNothingMeasured([...earlier, ...ended]);
  if (nothing !== null) throw new UserError(nothing);
  if (!shown?.closed) return;
  // Others may measure while somebody reads.
  await lock[Symbol.asyncDispose]();
  for (const signal of END_SIGNALS) process.off(signal, interrupted);
  console.log(`the report stays at ${shown.address}: close its window, or press Ctrl-C, to end`);
  await shown.closed;
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
  const names = givenAmong(BESIDE_RESUME, false);
  if (names !== '') {
    throw new UserError(
      `${names}: a resumed run goes on with the options that it began with; give --resume alone, or start a new run`,
    );
  }
  return configurationOf(run.manifest);
}

/**
 * Where the servers of a run were, if not on its machine, and which.
 * @throws UserError for options that a real network does not have.
 */
function targetOf({ manifest }: Run): Pick<Options, 'target' | 'targetKey' | 'variants'> {
  const [found] = manifest.networks.flatMap((network) => network.found ?? []);
  if (!found) return {};
  const refused = givenAmong(BESIDE_TARGET);
  if (refused !== '') throw new UserError(`${refused}: the run was against ${found.target}`);
  const variants = namesIn(manifest, 'variants');
  return { target: found.target, variants, ...(found.key !== null && { targetKey: found.key }) };
}

/** @throws UserError for options beside `--cell`, which repeats a cell as it was. */
function assertCellAlone(again: Run | null): void {
  if (again === null) throw new UserError('--cell is for --again RUN; add it');
  const others = givenAmong(BESIDE_CELL, false);
  if (others === '') return;
  throw new UserError(`${others}: not with --cell, which repeats a cell as it was`);
}

/** Whether no figure of the block will have an interval. */
function isLook(block: Block): boolean {
  return block.rounds < roundsWithInterval(block);
}

/** A history whose points may be missing: its file was damaged, or the run was ended as it was added. */
async function isEndedHistory(folder: string): Promise<boolean> {
  const manifest = await readManifest(folder).catch(() => null);
  return manifest?.config.preset === 'history' && manifest.endedAt !== null;
}

/** @throws UserError for a history that is damaged, or of a newer lab. */
async function addToHistory(folder: string): Promise<void> {
  const added = await appendHistory(HISTORY_FILE, folder).catch((error: unknown) => {
    const again = `pnpm bench --resume ${shellWord(relative('', folder))}`;
    throw new UserError(`${messageOf(error)}; then add this run: ${again}`);
  });
  for (const line of added) console.log(line);
  const what = added.length > 0 ? 'added to' : 'no points of versions for';
  console.log(`${what} ${relative('', HISTORY_FILE)}`);
}
