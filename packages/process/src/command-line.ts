import { MAX_FILE_BYTES } from '@holbench/protocol/wire-limits';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isEnding } from './cleanup.ts';
import { parseSeconds, parseSize } from './quantities.ts';
import { oneLine, UserError } from './user-error.ts';

/** A command of the lab, with the settings that all share. */
export function labCommand(name: string, description: string): Command {
  return new LabCommand(`pnpm ${name}`)
    .description(description)
    .showHelpAfterError('(--help lists the options)')
    .configureHelp({ showGlobalOptions: true })
    .allowExcessArguments(false);
}

/** Refuses an option that is given twice, of which commander takes the last. */
class LabCommand extends Command {
  readonly #given = new Set<Option>();

  override createCommand(name?: string): Command {
    return new LabCommand(name);
  }

  override addOption(option: Option): this {
    super.addOption(option);
    if (option instanceof RepeatableOption) return this;
    return this.on(`option:${option.name()}`, () => {
      if (this.#given.has(option)) {
        this.error(`error: option '${option.flags}' is given twice; give it once`);
      }
      this.#given.add(option);
    });
  }
}

/** An option that may be given several times: a list of its texts. */
export class RepeatableOption extends Option {
  constructor(flags: string, description: string) {
    super(flags, description);
    this.argParser((text: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      text,
    ]);
  }
}

/** Parser of a whole number from `min` to `max`, for `Option.argParser`. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** Parser of the whole seconds of an option, "10s", for `Option.argParser`. */
export function wholeSeconds(of: string, least: number, most: number): (text: string) => number {
  return (text) => parseSeconds(text, of, { least, most });
}

/** Parser of a name or a path, for `Option.argParser`. A shell makes '' of a variable that is not set. */
export function notEmpty(text: string): string {
  if (text === '') throw new InvalidArgumentError('expected a name, got nothing.');
  return text;
}

/** "a, b" → ["a", "b"] */
export function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Parser of a comma-separated list whose entries are all in `known`, for `Option.argParser`.
 * An empty list or an unknown entry is an error that lists the names.
 * @param sets names for several entries.
 */
export function listOf<const Name extends string>(
  what: string,
  known: readonly Name[],
  sets: Readonly<Record<string, readonly Name[]>> = {},
): (text: string) => Name[] {
  const list = [...known, ...Object.keys(sets)].join(', ');
  return (text) => {
    const names = namesIn(text);
    if (names.length === 0) throw new InvalidArgumentError(`no ${what} given; known: ${list}.`);
    const found = names.flatMap((name) => {
      const entries = Object.hasOwn(sets, name)
        ? sets[name]
        : known.filter((each) => each === name);
      if (entries !== undefined && entries.length > 0) return entries;
      throw new InvalidArgumentError(`unknown ${what} "${name}"; known: ${list}.`);
    });
    return [...new Set(found)];
  };
}

/** Parser of the size of files in bytes, for `Option.argParser`. @throws UserError */
export function fileSize(text: string): number {
  return parseSize(text, '--file-size', { least: 1, most: MAX_FILE_BYTES });
}

/** `--file-size`, the size of the binary CoValues' files in bytes, the same in all commands. */
export function fileSizeOption(): Option {
  return new Option('--file-size <size>', 'size of each file, e.g. 50MiB').argParser(fileSize);
}

/**
 * Runs a command: a `UserError` becomes one line on standard error and exit code 1, without a
 * stack; any other error is a bug and keeps its stack.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    // While this process ends, errors come from ending its children.
    if (isEnding()) return;
    if (!(error instanceof UserError)) throw error;
    // What a user typed is in it, and what a file says.
    console.error(`holbench: ${oneLine(error.message)}`);
    if (error.detail) console.error(error.detail.replace(/^/gm, '  | '));
    process.exitCode = 1;
  }
}
