import {
  formatSize,
  listed,
  notA,
  parseDuration,
  parseSize,
  type Range,
} from '@holbench/process/quantities';
import * as v from 'valibot';
import type { Factor, FactorScope, FactorValue } from './factor.ts';

/** The part that each factor declares; the constructors below add parsing and checking. */
interface Description<
  Key extends string,
  Value extends FactorValue,
  Scope extends FactorScope,
> extends Pick<Factor<Key, Value, Scope>, 'key' | 'flag' | 'help' | 'scope' | 'appliesTo'> {
  readonly default: Value;
  readonly examples: readonly NoInfer<Value>[];
  readonly examplesNeed?: Factor['examplesNeed'];
}

type Reading<Value extends FactorValue> = Pick<
  Factor<string, Value>,
  'argument' | 'schema' | 'parse' | 'format'
>;

/** How a number is parsed and formatted; `example` is a valid value. */
interface NumberReading {
  readonly argument: string;
  readonly parse: (text: string, of: string, range: Range, example: number) => number;
  readonly format: (value: FactorValue) => string;
}

function numberFactor({ argument, parse, format }: NumberReading) {
  return <const Key extends string, const Scope extends FactorScope>({
    least,
    most,
    ...description
  }: Description<Key, number, Scope> & Range): Factor<Key, number, Scope> => {
    const range = { least, most };
    const example = description.examples[0] ?? least;
    const parseInRange = (text: string, of: string) => parse(text, of, range, example);
    return factor(description, { argument, schema: integer(range), parse: parseInRange, format });
  };
}

/** A number of bytes, in powers of 1024. */
export const bytesFactor = numberFactor({
  argument: '<size>',
  parse: (text, of, range) => parseSize(text, of, range),
  format: formatBytes,
});

/** A whole number of things. */
export const countFactor = numberFactor({
  argument: '<n>',
  parse: (text, of, range, example) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= range.least && value <= range.most) return value;
    throw notA(`whole number from ${range.least} to ${range.most}`, text, of, String(example));
  },
  format: String,
});

/** Whole milliseconds. */
export const durationFactor = numberFactor({
  argument: '<time>',
  parse: (text, of, range) => {
    const ms = parseDuration(text, of, range);
    if (Number.isInteger(ms)) return ms;
    throw notA('time in whole milliseconds', text, of, '1ms');
  },
  format: (value) => `${value}ms`,
});

/** A number of bytes, or null, which leaves library or kernel at its default. */
export function optionalBytesFactor<const Key extends string, const Scope extends FactorScope>({
  least,
  most,
  unset,
  ...description
}: Omit<Description<Key, number | null, Scope>, 'default'> &
  Range & {
    /** The word for null on the command line, and what it means. */
    readonly unset: { readonly word: string; readonly means: string };
  }): Factor<Key, number | null, Scope> {
  const reading = {
    argument: '<size>',
    schema: v.nullable(integer({ least, most })),
    parse: (text: string, of: string) =>
      text === unset.word ? null : parseSize(text, of, { least, most }, unset.word),
    format: (value: FactorValue) => (value === null ? unset.word : formatBytes(value)),
  };
  return factor({ ...description, default: null }, reading, unset.means);
}

/** One of some names. */
export function choiceFactor<
  const Key extends string,
  const Scope extends FactorScope,
  const Name extends string,
>({
  names,
  ...description
}: Description<Key, NoInfer<Name>, Scope> & { readonly names: readonly Name[] }): Factor<
  Key,
  Name,
  Scope
> {
  return factor(description, {
    argument: '<name>',
    schema: v.picklist(names),
    parse: (text, of) => {
      const found = names.find((name) => name === text);
      if (found === undefined) throw notA('known name', text, of, listed(names));
      return found;
    },
    format: String,
  });
}

/** Any other factor, with its own schema and parser. Each reads "default" as its default. */
export function factor<Key extends string, Value extends FactorValue, Scope extends FactorScope>(
  description: Description<Key, Value, Scope>,
  reading: Reading<Value>,
  defaultText = reading.format(description.default),
): Factor<Key, Value, Scope> {
  const help = `${description.help} (default: ${defaultText})`;
  const parse = (text: string, of: string) =>
    text === 'default' ? description.default : reading.parse(text, of);
  return { examplesNeed: {}, ...description, ...reading, parse, help };
}

function integer({ least, most }: Range): v.GenericSchema<number> {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

function formatBytes(value: FactorValue): string {
  return typeof value === 'number' ? formatSize(value) : String(value);
}
