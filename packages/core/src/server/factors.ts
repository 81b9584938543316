import { entriesOf, factorsOf } from '@holbench/factors/values';
import * as v from 'valibot';
import { parseJsonOption } from './json-option.ts';

/** The factors of a run that a server process obeys; the others are the network's or the page's. */
export const ServerFactors = v.strictObject(entriesOf(factorsOf('server')));
export type ServerFactors = v.InferOutput<typeof ServerFactors>;

export const DEFAULT_SERVER_FACTORS: ServerFactors = v.parse(ServerFactors, {});

/** `--factors '{"chunkBytes":16384}'`: missing factors have their default. @throws Error */
export function parseServerFactors(json: string): ServerFactors {
  return parseJsonOption('factors', ServerFactors, json);
}

/** Factors as arguments of a server program; factors of others are left out. */
export function serverFactorsArguments(factors: Partial<ServerFactors>): string[] {
  return ['--factors', JSON.stringify(v.parse(v.object(ServerFactors.entries), factors))];
}
