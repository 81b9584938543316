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

/** What each factor says of itself; the constructors below add how its values are read and checked. */
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

/** A number of bytes, in powers of 1024. */
export function bytesFactor<const Key extends string, const Scope extends FactorScope>({
  least,
  most,
  ...description
}: Description<Key, number, Scope> & Range): Factor<Key, number, Scope> {
  return factor(description, {
    argument: '<size>',
    schema: integer({ least, most }),
    parse: (text, of) => parseSize(text, of, { least, most }),
    format: formatBytes,
  });
}

/** A number of bytes, or null, which leaves a library or a kernel as it is. */
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

/** A whole number of things. */
export function countFactor<const Key extends string, const Scope extends FactorScope>({
  least,
  most,
  ...description
}: Description<Key, number, Scope> & Range): Factor<Key, number, Scope> {
  const schema = integer({ least, most });
  return factor(description, {
    argument: '<n>',
    schema,
    parse: (text, of) => {
      const value = /^\d+$/.test(text) ? Number(text) : NaN;
      if (v.is(schema, value)) return value;
      throw notA(
        `whole number from ${least} to ${most}`,
        text,
        of,
        String(description.examples[0]),
      );
    },
    format: String,
  });
}

/** Whole milliseconds. */
export function durationFactor<const Key extends string, const Scope extends FactorScope>({
  least,
  most,
  ...description
}: Description<Key, number, Scope> & Range): Factor<Key, number, Scope> {
  const schema = integer({ least, most });
  return factor(description, {
    argument: '<time>',
    schema,
    parse: (text, of) => {
      const ms = parseDuration(text, of, { least, most });
      if (v.is(schema, ms)) return ms;
      throw notA('time in whole milliseconds', text, of, '1ms');
    },
    format: (value) => `${value}ms`,
  });
}

/** Any other: with a schema and a parser of its own. */
export function factor<Key extends string, Value extends FactorValue, Scope extends FactorScope>(
  description: Description<Key, Value, Scope>,
  reading: Reading<Value>,
  defaultText = reading.format(description.default),
): Factor<Key, Value, Scope> {
  const help = `${description.help} (default: ${defaultText})`;
  return { examplesNeed: {}, ...description, ...reading, help };
}

function integer({ least, most }: Range): v.GenericSchema<number> {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

function formatBytes(value: FactorValue): string {
  return typeof value === 'number' ? formatSize(value) : String(value);
}
