import { FULL_FILE_BYTES } from '@holbench/protocol/limits';

/** What the bench, or a person, decides by environment variables. */
export const settings = {
  /** Scenario whose functions the page is asked for, such as "1b". */
  scenario: required('HOLBENCH_SCENARIO'),
  /** File that receives one `Measurement` a line; without it they go to standard output. */
  samplesPath: process.env['HOLBENCH_SAMPLES'] ?? null,
  /** Limit of opening the page, and again of the operation, in milliseconds. */
  timeoutMs: number('HOLBENCH_TIMEOUT_MS', 300_000),
  /** User number n loads or creates by `seed + n`. */
  seed: number('HOLBENCH_SEED', 1),
  /** Size of a created file, in bytes. */
  fileBytes: number('HOLBENCH_FILE_BYTES', FULL_FILE_BYTES),
};

function number(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number`);
  return value;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must name a scenario of the lab, such as 1b`);
  return value;
}
