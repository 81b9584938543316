import * as v from 'valibot';
import type { Factor, FactorScope, FactorValue } from './factor.ts';
import { FACTORS } from './registry.ts';

type Defined = (typeof FACTORS)[number];
type OfScope<Scope extends FactorScope> = Extract<Defined, { readonly scope: Scope }>;
type Entries<Each extends Defined> = {
  readonly [F in Each as F['key']]: v.OptionalSchema<F['schema'], F['default']>;
};

/** The factors of one scope. */
export function factorsOf<Scope extends FactorScope>(scope: Scope): OfScope<Scope>[] {
  return FACTORS.filter((factor): factor is OfScope<Scope> => factor.scope === scope);
}

/**
 * Schema fields of these factors, by their keys; missing values have the default.
 * @param defaults by key, where they are not those of today.
 */
export function entriesOf<Each extends Defined>(
  factors: readonly Each[],
  defaults: Readonly<Record<string, FactorValue>> = {},
): Entries<Each> {
  const entries = Object.fromEntries(
    factors.map((factor) => {
      // Null is a value.
      const { [factor.key]: fallback = factor.default } = defaults;
      return [factor.key, v.optional<Factor['schema'], FactorValue>(factor.schema, fallback)];
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets which key has which schema
  return entries as Entries<Each>;
}

/** A value of every factor, of a run or of one arm of its sweep. */
export const FactorValues = v.strictObject(entriesOf(FACTORS));
export type FactorValues = v.InferOutput<typeof FactorValues>;

export const DEFAULT_FACTORS: FactorValues = v.parse(FactorValues, {});

/** @returns null for a flag that no factor has. */
export function factorNamed(flag: string): Defined | null {
  return FACTORS.find((factor) => factor.flag === flag) ?? null;
}

/**
 * The values of texts from the command line, by flags; the others are those of `base`.
 * @throws UserError for a text that is no value of its factor.
 */
export function parseFactors(
  texts: Readonly<Record<string, string>>,
  base: FactorValues = DEFAULT_FACTORS,
): FactorValues {
  const changes = FACTORS.flatMap(({ key, flag, parse }) => {
    const text = texts[flag];
    return text === undefined ? [] : [[key, parse(text, `--${flag}`)]];
  });
  return v.parse(FactorValues, { ...base, ...Object.fromEntries(changes) });
}

/** Every factor by its flag, with its value as the command line takes it. */
export function formatFactors(values: FactorValues): { flag: string; value: string }[] {
  return FACTORS.map(({ key, flag, format }) => ({ flag, value: format(values[key]) }));
}

/** Likewise, of the factors whose values differ. */
export function changedFactors(
  values: FactorValues,
  base: FactorValues,
): { flag: string; value: string }[] {
  return FACTORS.filter(({ key }) => values[key] !== base[key]).map(({ key, flag, format }) => ({
    flag,
    value: format(values[key]),
  }));
}

/**
 * The differences of values from those of their run: "notsent-lowat=16k+batch=1ms"; '' without any.
 */
export function armName(values: FactorValues, base: FactorValues): string {
  return changedFactors(values, base)
    .map(({ flag, value }) => `${flag}=${value}`)
    .join('+');
}
