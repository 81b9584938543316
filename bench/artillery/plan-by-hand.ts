import type { UsersPlan } from '@holbench/harness/collect/messages';
import { FULL_FILE_BYTES } from '@holbench/protocol/limits';

/** The users of this process. */
export interface WorkerPlan extends UsersPlan {
  /** From 0. */
  readonly worker: number;
  /** By which pages are let in; null: none is needed. */
  readonly token: string | null;
  /** When the first user of all workers arrives, by `performance.now()`. */
  readonly beganAt: number;
}

/**
 * All users, as many as Artillery lets come, by the environment: without a collector.
 * @throws Error for a variable that is missing, or no number.
 */
export function planByHand(token: string | undefined): WorkerPlan {
  return {
    scenario: required('HOLBENCH_SCENARIO'),
    timeoutMs: number('HOLBENCH_TIMEOUT_MS', 300_000),
    seed: number('HOLBENCH_SEED', 1),
    fileBytes: number('HOLBENCH_FILE_BYTES', FULL_FILE_BYTES),
    token: token ?? null,
    worker: 0,
    workers: 1,
    users: Infinity,
    arrivalSeconds: 0,
    beganAt: 0,
  };
}

function number(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number`);
  return value;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must name a scenario; pnpm bench --help lists them`);
  return value;
}
