import { DEFAULT_FACTORS, entriesOf, factorsOf } from '@holbench/factors/values';
import * as v from 'valibot';

/** The factors of a run that a server process obeys; the others are the network's or the page's. */
export const ServerFactors = v.strictObject(entriesOf(factorsOf('server')));
export type ServerFactors = v.InferOutput<typeof ServerFactors>;

export const DEFAULT_SERVER_FACTORS: ServerFactors = v.parse(
  v.object(ServerFactors.entries),
  DEFAULT_FACTORS,
);

/** `--factors '{"chunkBytes":16384}'`: what is not named is the default. @throws Error */
export function parseServerFactors(json: string): ServerFactors {
  const given: unknown = { ...DEFAULT_SERVER_FACTORS, ...parsedObject(json) };
  const result = v.safeParse(ServerFactors, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`--factors: ${v.getDotPath(issue) ?? 'the object'}: ${issue.message}`);
}

/** The arguments of a server program that say the same. */
export function serverFactorsArguments(factors: Partial<ServerFactors>): string[] {
  const own = v.parse(v.partial(v.object(ServerFactors.entries)), factors);
  return ['--factors', JSON.stringify(own)];
}

function parsedObject(json: string): object {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('--factors: not JSON');
  }
  if (typeof value === 'object' && value !== null) return value;
  throw new Error('--factors: not an object');
}
