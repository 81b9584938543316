import { SETTING_NAMES } from '@holbench/netem/profile-settings';
import { UserError } from '@holbench/process/user-error';
import type { Manifest } from '@holbench/results/manifest';
import { settingId, formatSetting } from '@holbench/results/settings-text';
import type { Factor } from './factor.ts';
import { factorNamed, FACTORS } from './factors.ts';

/** One factor and the values that it takes in turn, as they are spelled. */
export type Sweep = Manifest['config']['sweep'][number];

type NetworkFactor = (typeof SETTING_NAMES)[number];

/**
 * "notsent-lowat=default,16k", or of the network "loss=0%,1%". Spelled as the factors spell
 * themselves, so that equal sweeps are equal.
 * @throws UserError for an unknown factor, an empty or repeated value, and one that is no value.
 */
export function parseSweep(text: string): Sweep {
  const [, name = '', list = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const of = `--sweep ${name}`;
  const factor = factorNamed(name);
  if (!factor && !isNetworkFactor(name)) {
    const known = [...FACTORS.map(({ key }) => settingId(key)), ...SETTING_NAMES].join(', ');
    throw new UserError(
      `--sweep: expected FACTOR=VALUE,VALUE, not "${text}"; the factors: ${known}`,
    );
  }
  const given = list.split(',').map((value) => value.trim());
  // Those of a network are read where the network is made, with the same errors as its flags.
  const values = factor ? given.map((value) => spelled(factor, value, of)) : given;
  if (values.length < 2 || values.includes('')) {
    throw new UserError(`${of}: expected two values or more, as in notsent-lowat=default,16k`);
  }
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) throw new UserError(`${of}: "${repeated}" is given twice`);
  return { factor: name, values };
}

/** Of a network: its rates, delay, losses and queue. */
export function isNetworkFactor(name: string): name is NetworkFactor {
  return (SETTING_NAMES as readonly string[]).includes(name);
}

/**
 * @param given names of the options on the command line.
 * @throws UserError for a factor that is swept twice, or swept and given a value of its own.
 */
export function assertSweptOnce(sweeps: readonly Sweep[], given: readonly string[]): void {
  for (const [index, { factor }] of sweeps.entries()) {
    if (sweeps.findIndex((other) => other.factor === factor) !== index) {
      throw new UserError(`--sweep: ${factor} is swept twice; give all its values in one`);
    }
    if (given.includes(factor)) {
      throw new UserError(`give --${factor} or sweep ${factor}, not both`);
    }
  }
}

/** Every combination of one value of each sweep; the first sweep changes slowest. */
export function combinations(sweeps: readonly Sweep[]): Readonly<Record<string, string>>[] {
  return sweeps.reduce<Readonly<Record<string, string>>[]>(
    (combined, { factor, values }) =>
      combined.flatMap((others) => values.map((value) => ({ ...others, [factor]: value }))),
    [{}],
  );
}

function spelled(factor: Factor, text: string, of: string): string {
  return formatSetting(factor.key, factor.parse(text, of));
}
