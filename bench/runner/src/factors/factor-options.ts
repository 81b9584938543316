import { DEFAULT_SETTINGS, type Settings } from '@holbench/results/settings';
import { settingId } from '@holbench/results/settings-text';
import { type Command, Option } from 'commander';
import { FACTORS } from './factors.ts';
import { assertSweptOnce, parseSweep, type Sweep } from './sweep.ts';

/** What the options of `addFactorOptions` leave in `command.opts()`: factors by their ids, and sweeps. */
export interface FactorOptions {
  readonly factors?: Readonly<Record<string, string>>;
  readonly sweep?: readonly string[];
}

const HEADING = 'Factors:';
const HELP = `
A factor that is swept is measured with each of its values, side by side in every round:
  pnpm bench --scenarios 4f --networks 4g --sweep notsent-lowat=default,16k
The network's options can be swept, too: --sweep loss=0%,1% --sweep delay=10ms,50ms`;

/** Adds a flag for each factor, and `--sweep`; `factorOptionsOf` reads them. */
export function addFactorOptions(command: Command): Command {
  for (const { key, argument, help } of FACTORS) {
    command.addOption(new Option(`--${settingId(key)} ${argument}`, help).helpGroup(HEADING));
  }
  const sweep = new Option(
    '--sweep <factor=values>',
    'measure with each of the values; may be given for several factors',
  ).argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
  return command.addOption(sweep.helpGroup(HEADING)).addHelpText('after', HELP);
}

/** The texts of the factors that were given, by their ids. */
export function factorTextsOf(command: Command): Record<string, string> {
  const given = FACTORS.map(({ key }) => {
    const id = settingId(key);
    return [id, command.getOptionValue(camelCase(id))] as const;
  });
  return Object.fromEntries(
    given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * The settings of a run, and what it sweeps.
 * @throws UserError for a value that is none, and a sweep that is none.
 */
export function settingsOf(
  { factors = {}, sweep = [] }: FactorOptions,
  networkOptions: readonly string[] = [],
): { settings: Settings; sweep: Sweep[] } {
  const changes = FACTORS.flatMap(({ key, parse }) => {
    const id = settingId(key);
    const text = factors[id];
    return text === undefined ? [] : [[key, parse(text, `--${id}`)]];
  });
  const sweeps = sweep.map(parseSweep);
  assertSweptOnce(sweeps, [...Object.keys(factors), ...networkOptions]);
  return { settings: { ...DEFAULT_SETTINGS, ...Object.fromEntries(changes) }, sweep: sweeps };
}

/** Whether TCP is to be other than it is by default: loopback has the machine's own settings. */
export function choosesTcp(settings: Settings, sweep: readonly Sweep[]): boolean {
  const ofTcp = ['congestionControl', 'notsentLowatBytes'] as const;
  return ofTcp.some(
    (key) =>
      settings[key] !== DEFAULT_SETTINGS[key] ||
      sweep.some(({ factor }) => factor === settingId(key)),
  );
}

/** As commander names an option: "tcp-cc" → "tcpCc". */
function camelCase(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
