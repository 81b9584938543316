import { MAX_FILE_BYTES } from '@holbench/protocol/limits';
import { Command, InvalidArgumentError, Option } from 'commander';
import { UserError } from './user-error.ts';
import { isEnding } from './cleanup.ts';

/** A command of the lab, with what all of them have in common. */
export function labCommand(name: string, description: string): Command {
  return new Command(`pnpm ${name}`)
    .description(description)
    .showHelpAfterError('(--help lists the options)')
    .configureHelp({ showGlobalOptions: true })
    .allowExcessArguments(false);
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

/** Parser of whole seconds, "10s" or "10", from `min` to `max`, for `Option.argParser`. */
export function wholeSeconds(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text.replace(/s$/, ''));
    if (!/^\d+s?$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`expected seconds such as ${min}s, from ${min}s to ${max}s.`);
    }
    return value;
  };
}

/**
 * Parser of a comma-separated list whose entries are all in `known`, for `Option.argParser`.
 * An empty list or an unknown entry is an error that lists the names.
 */
export function listOf<const Name extends string>(
  what: string,
  known: readonly Name[],
): (text: string) => Name[] {
  const list = known.join(', ');
  return (text) => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length === 0) throw new InvalidArgumentError(`no ${what} given; known: ${list}.`);
    const found = names.map((name) => {
      const entry = known.find((each) => each === name);
      if (entry !== undefined) return entry;
      throw new InvalidArgumentError(`unknown ${what} "${name}"; known: ${list}.`);
    });
    return [...new Set(found)];
  };
}

/** Parser of a comma-separated list of whole numbers from `min` to `max`, likewise. */
export function numbersOf(min: number, max: number): (text: string) => number[] {
  const parse = wholeNumber(min, max);
  return (text) => [...new Set(text.split(',').map((each) => parse(each.trim())))];
}

const BYTE_UNITS = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;
const MAX_FILE_MIB = MAX_FILE_BYTES / BYTE_UNITS.MiB;

/** Parses a file's size, "1048576", "100KiB" or "50MiB", to bytes, for `Option.argParser`. */
export function byteCount(text: string): number {
  const [, digits, unit = ''] = /^(\d+)(KiB|MiB|GiB)?$/.exec(text) ?? [];
  const bytes = Number(digits) * BYTE_UNITS[unit as keyof typeof BYTE_UNITS];
  // Also false for what is no number.
  if (!(bytes > 0 && bytes <= MAX_FILE_BYTES)) {
    throw new InvalidArgumentError(
      `expected a number of bytes such as 1048576, 100KiB or 50MiB, ${MAX_FILE_MIB}MiB at most.`,
    );
  }
  return bytes;
}

/** `--file-size`, the size of the binary CoValues' files in bytes, the same in all commands. */
export function fileSizeOption(): Option {
  return new Option('--file-size <bytes>', 'size of the files, e.g. 50MiB').argParser(byteCount);
}

/**
 * Runs a command: a `UserError` becomes one line on standard error and exit code 1, without a
 * stack; any other error is a bug and keeps its stack.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    // While this process ends, errors are the effect of its children being ended.
    if (isEnding()) return;
    if (!(error instanceof UserError)) throw error;
    console.error(`holbench: ${error.message}`);
    if (error.detail) console.error(error.detail.replace(/^/gm, '  | '));
    process.exitCode = 1;
  }
}
