import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRunning } from '@holbench/process/is-running';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import * as v from 'valibot';
import type { Before } from './commands.ts';

/** Unlike a namespace, pf and lo0 do not say whose doing they are. */
const PATH = join(PROJECT_ROOT, '.cache/netem-dnctl.json');

const Remembered = v.strictObject({
  mtu: v.pipe(v.number(), v.integer(), v.minValue(1)),
  pfToken: v.nullable(v.pipe(v.string(), v.digits())),
  ownerPid: v.number(),
});

/** Notes down how to put the machine back, should this process be killed. */
export async function rememberBefore(before: Before): Promise<void> {
  await mkdir(dirname(PATH), { recursive: true });
  await writeFile(PATH, JSON.stringify({ ...before, ownerPid: process.pid }));
}

export async function forgetBefore(): Promise<void> {
  await rm(PATH, { force: true });
}

/** @returns what a process that runs no more has left to be put back, or null. */
export async function leftBehind(): Promise<Before | null> {
  const text = await readFile(PATH, 'utf8').catch(() => null);
  if (text === null) return null;
  const { ownerPid, ...before } = v.parse(Remembered, JSON.parse(text));
  return isRunning(ownerPid) ? null : before;
}
