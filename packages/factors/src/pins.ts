import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byVersion } from '@holbench/process/by-version';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { messageOf, oneLine, UserError } from '@holbench/process/user-error';
import { writeWhole } from '@holbench/process/write-whole';
import type { VersionedProgram } from './versions.ts';
import * as v from 'valibot';

/** A version of a program that this project has seen. */
const Pin = v.strictObject({
  /** Day of its release; null: not known. */
  released: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** Of the package as the registry gives it, by platform: SHA-512 in base64. */
  sha512: v.record(v.string(), v.string()),
});
export type Pin = v.InferOutput<typeof Pin>;

const Pins = v.record(v.string(), Pin);
const FILE = join(PROJECT_ROOT, 'packages/factors/versions.json');

export const PLATFORM = `${process.platform}-${process.arch}`;

/** `node@26.8.2` */
export function nameOf(name: VersionedProgram, version: string): string {
  return `${name}@${version}`;
}

/** @throws UserError for a file that somebody has damaged. */
export function readPins(): Readonly<Record<string, Pin>> {
  try {
    return v.parse(Pins, JSON.parse(readFileSync(FILE, 'utf8')));
  } catch (error) {
    throw new UserError(
      `packages/factors/versions.json is damaged (${oneLine(messageOf(error))}); restore it with git`,
    );
  }
}

/** Adds a package of this platform. */
export async function addPin(name: string, sha512: string, released: string | null): Promise<void> {
  const pins = readPins();
  const before = pins[name] ?? { released, sha512: {} };
  const pin = { ...before, sha512: { ...before.sha512, [PLATFORM]: sha512 } };
  const entries = Object.entries({ ...pins, [name]: pin });
  entries.sort(([a], [b]) => byVersion(a, b));
  await writeWhole(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
