import type { CellTraits } from '@holbench/factors/factor';
import { FACTORS } from '@holbench/factors/registry';
import {
  armName,
  DEFAULT_FACTORS,
  factorNamed,
  factorsOf,
  type FactorValues,
  parseFactors,
} from '@holbench/factors/values';
import { SETTING_NAMES } from '@holbench/netem/profile-settings';
import { RepeatableOption } from '@holbench/process/command-line';
import { notA } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import type { Setting } from '@holbench/results/block';
import type { Command } from 'commander';

/** Texts from the command line: factors by their flags, and sweeps. */
export interface FactorOptions {
  readonly factors?: Readonly<Record<string, string>>;
  readonly sweep?: readonly string[];
}

/** One combination of a sweep. */
export interface Arm {
  /** Its differences from the run's own factors: "notsent-lowat=16k+batch=1ms"; '' without any. */
  readonly name: string;
  readonly factors: FactorValues;
}

const HELP = `
A factor that is swept is measured with each of its values, side by side in every round:
  pnpm bench --scenarios download --networks reference-4g --sweep notsent-lowat=default,16k
The network's options can be swept, too: --sweep loss=0%,1% --sweep delay=10ms,50ms`;

/** Sweeps for errors: of a factor, and of an option of the network. */
const EXAMPLES = 'notsent-lowat=default,16k or loss=0%,1%';

/** Adds `--sweep`, which leaves its texts in `command.opts()`. */
export function addSweepOption(command: Command, heading: string): Command {
  const sweep = new RepeatableOption(
    '--sweep <factor=values>',
    'factor to measure with each of the values; repeatable',
  );
  return command.addOption(sweep.helpGroup(heading)).addHelpText('after', HELP);
}

/**
 * The sweeps of a run.
 * @param networkOptions names of the network's options on the command line.
 * @throws UserError for an invalid value or sweep, and for a factor that is swept twice, or both
 * swept and set.
 */
export function sweepsOf(
  { factors = {}, sweep = [] }: FactorOptions,
  networkOptions: readonly string[] = [],
): Setting[] {
  const sweeps = sweep.map(parseSweep);
  const given = [...Object.keys(factors), ...networkOptions];
  for (const [index, { factor }] of sweeps.entries()) {
    if (sweeps.findIndex((other) => other.factor === factor) !== index) {
      throw new UserError(`--sweep: ${factor} is swept twice; give all its values in one`);
    }
    if (given.includes(factor)) {
      throw new UserError(`--${factor}: it is swept, too; give --${factor} or --sweep ${factor}`);
    }
  }
  return sweeps;
}

/**
 * "notsent-lowat=default,16k", or of the network "loss=0%,1%". The values are formatted by their
 * factor, so that equal sweeps are equal.
 */
function parseSweep(text: string): Setting {
  const [, name = '', list = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const of = `--sweep ${name}`;
  const factor = factorNamed(name);
  if (name === '') throw notA('factor and its values', text, '--sweep', EXAMPLES);
  if (!factor && !isNetworkOption(name)) {
    const known = [...FACTORS.map(({ flag }) => flag), ...SETTING_NAMES].join(', ');
    throw new UserError(`--sweep: unknown factor "${name}"; known: ${known}`);
  }
  const given = list.split(',').map((value) => value.trim());
  // Values of network options are parsed where the network is made, with the errors of its flags.
  const values = factor ? given.map((value) => factor.format(factor.parse(value, of))) : given;
  if (values.includes('')) throw notA('list of values', list, of, EXAMPLES);
  if (values.length < 2) {
    throw new UserError(
      `${of}: '${list}' is one value; give two or more, or set it: --${name} ${list}`,
    );
  }
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined)
    throw new UserError(`${of}: '${repeated}' is given twice; give each value once`);
  return { factor: name, values };
}

/** Whether it is a network option (rate, delay, loss, queue), whose values make networks. */
export function isNetworkOption(name: string): boolean {
  return SETTING_NAMES.some((each) => each === name);
}

/** Every combination of one value of each sweep; the first sweep changes slowest. */
export function combinations(sweeps: readonly Setting[]): Readonly<Record<string, string>>[] {
  return sweeps.reduce<Readonly<Record<string, string>>[]>(
    (combined, { factor, values }) =>
      combined.flatMap((others) => values.map((value) => ({ ...others, [factor]: value }))),
    [{}],
  );
}

/** The arms of a cell: one per combination that makes a difference to it, the run's own first. */
export function armsOf(
  { factors, settings }: { readonly factors: FactorValues; readonly settings: readonly Setting[] },
  cell: CellTraits,
): Arm[] {
  const swept = settings.filter(({ factor }) => factorNamed(factor)?.appliesTo(cell) ?? false);
  const arms = combinations(swept).map((texts) => {
    const changed = parseFactors(texts, factors);
    return { name: armName(changed, factors), factors: changed };
  });
  return arms.toSorted((a, b) => Number(a.name !== '') - Number(b.name !== ''));
}

/** Whether a run needs links that the bench makes: for TCP settings of their own. */
export function needsLink(factors: FactorValues, settings: readonly Setting[]): boolean {
  return factorsOf('link').some(
    ({ key, flag }) =>
      factors[key] !== DEFAULT_FACTORS[key] || settings.some(({ factor }) => factor === flag),
  );
}
