import { entriesOf, factorsOf } from '@holbench/factors/values';
import * as v from 'valibot';

/** The factors of a run that a server process obeys; the others are the network's or the page's. */
export const ServerFactors = v.strictObject(entriesOf(factorsOf('server')));
export type ServerFactors = v.InferOutput<typeof ServerFactors>;

export const DEFAULT_SERVER_FACTORS: ServerFactors = v.parse(ServerFactors, {});

/** `--factors '{"chunkBytes":16384}'`: missing factors have their default. @throws Error */
export function parseServerFactors(json: string): ServerFactors {
  const result = v.safeParse(ServerFactors, parsed(json));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`--factors: ${v.getDotPath(issue) ?? 'the object'}: ${issue.message}`);
}

/** Factors as arguments of a server program; factors of others are left out. */
export function serverFactorsArguments(factors: Partial<ServerFactors>): string[] {
  return ['--factors', JSON.stringify(v.parse(v.object(ServerFactors.entries), factors))];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('--factors: not JSON');
  }
}
