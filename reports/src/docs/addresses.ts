import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { UserError } from '@holbench/process/user-error';
import * as v from 'valibot';
import { parse } from 'yaml';

/** What can be quoted: each has its own words after the run. */
const KINDS = ['table', 'figure', 'picture', 'link', 'agreement', 'program'] as const;

/** Where the text of a quotation stands. */
export interface Address {
  /** Folder of `reports/published`, or `ONE+OTHER`. */
  readonly run: string;
  readonly kind: (typeof KINDS)[number];
  readonly words: readonly string[];
}

export type Addresses = ReadonlyMap<string, Address>;

export const ADDRESSES = 'docs/quotes.yaml';
const FILE = v.record(v.string(), v.record(v.string(), v.string()));
const NAME = /^[a-z0-9][a-z0-9.+-]*$/;

/**
 * The file that says which names documents may quote, and what each stands for.
 * @throws UserError that says what is wrong with the file, and with which name.
 */
export async function readAddresses(): Promise<Addresses> {
  return addressesIn(await readFile(join(PROJECT_ROOT, ADDRESSES), 'utf8'));
}

export function addressesIn(text: string): Addresses {
  const addresses = new Map<string, Address>();
  for (const [run, own] of Object.entries(fileIn(text))) {
    for (const [name, line] of Object.entries(own)) {
      const [first = '', ...words] = line.split('; ');
      const kind = KINDS.find((each) => each === first);
      if (!NAME.test(name)) throw refused(name, 'is no name');
      if (addresses.has(name)) throw refused(name, 'stands in two runs');
      if (kind === undefined) throw refused(name, `is none of ${KINDS.join(', ')}: ${first}`);
      addresses.set(name, { run, kind, words });
    }
  }
  return addresses;
}

function refused(name: string, why: string): UserError {
  return new UserError(`${ADDRESSES}: ${name} ${why}`);
}

function fileIn(text: string): v.InferOutput<typeof FILE> {
  try {
    return v.parse(FILE, parse(text));
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new UserError(`${ADDRESSES}: ${reason}`);
  }
}

/** Runs whose reports an address needs: a program reads their lines itself. */
export function runsIn({ run, kind, words: [other = ''] }: Address): string[] {
  if (kind === 'program') return [];
  return kind === 'agreement' ? [run, other] : [run];
}
