import { type Command, Option } from 'commander';
import type { Factor } from './factor.ts';
import { FACTORS } from './registry.ts';

/** Adds a flag for each of the factors; `factorTextsOf` reads them. */
export function addFactorOptions(
  command: Command,
  heading: string,
  factors: readonly Factor[] = FACTORS,
): Command {
  for (const { flag, argument, help } of factors) {
    command.addOption(new Option(`--${flag} ${argument}`, help).helpGroup(heading));
  }
  return command;
}

/** @param options from commander. @returns the texts of the factors that were given, by their flags. */
export function factorTextsOf(options: object): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(options));
  return Object.fromEntries(
    FACTORS.flatMap(({ flag }) => {
      const text = given.get(new Option(`--${flag}`).attributeName());
      return typeof text === 'string' ? [[flag, text]] : [];
    }),
  );
}
