import { appendFile } from 'node:fs/promises';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import type { Measurement, PayloadKind } from '@holbench/results/sample';
import { FULL_FILE_BYTES } from '@holbench/protocol/limits';
import { LABELS } from '@holbench/scenarios/labels';
import type { UserSpec } from '@holbench/scenarios/families/users/page';
import { callerOf } from '@holbench/scenarios/port/call-page';
import { letIn } from '@holbench/harness/let-in';
import { openUnwatched } from '@holbench/harness/network-inspection';
import type { Page } from '@playwright/test';

/** The load environment: variables set by the bench, or by hand. */
export const settings = {
  /** Scenario whose functions the page is asked for, such as "1b". */
  scenario: required('HOLBENCH_SCENARIO'),
  /** File that receives one `Measurement` a line; without it they go to standard output. */
  samplesPath: process.env['HOLBENCH_SAMPLES'] ?? null,
  /** Time limit of opening the page, and of the operation, in milliseconds. */
  timeoutMs: number('HOLBENCH_TIMEOUT_MS', 300_000),
  /** User n loads or creates by `seed + n`. */
  seed: number('HOLBENCH_SEED', 1),
  /** Size of a created file, in bytes. */
  fileBytes: number('HOLBENCH_FILE_BYTES', FULL_FILE_BYTES),
  /** Of the server, where it needs one. */
  token: process.env[TOKEN_VARIABLE],
};

type Operation = 'load' | 'create';

/** What Artillery hands over beside the page. */
interface VirtualUser {
  readonly vars: { readonly target: string };
}

let arrived = 0;

/** The user loads one CoValue's text. */
export const loadText = (page: Page, of: VirtualUser): Promise<void> =>
  use(page, of, 'load', 'text');
/** The user loads one CoValue's file. */
export const loadBinary = (page: Page, of: VirtualUser): Promise<void> =>
  use(page, of, 'load', 'binary');
/** The user creates one CoValue of text. */
export const createText = (page: Page, of: VirtualUser): Promise<void> =>
  use(page, of, 'create', 'text');
/** The user creates one CoValue with a file. */
export const createBinary = (page: Page, of: VirtualUser): Promise<void> =>
  use(page, of, 'create', 'binary');

/**
 * One user from arrival to departure: always two measurements. If the page does not open, the
 * operation has failed too; else success ratios would count survivors only.
 */
async function use(
  page: Page,
  { vars: { target: origin } }: VirtualUser,
  operation: Operation,
  kind: PayloadKind,
): Promise<void> {
  const user = arrived;
  arrived += 1;
  const spec: UserSpec = {
    kind,
    user,
    timeoutMs: settings.timeoutMs,
    seed: settings.seed + user,
    fileBytes: settings.fileBytes,
  };
  await letIn(page.context(), { origin, token: settings.token });
  const arrivedAt = performance.now();
  try {
    await record(await open(page, user));
  } catch (error) {
    const failure = failed(LABELS.pageLoad, user, arrivedAt, error);
    await record(failure, { ...failure, label: LABELS[operation] });
    throw error;
  }
  const openedAt = performance.now();
  try {
    await record(await functionsOf(page)('operate', spec));
  } catch (error) {
    await record(failed(LABELS[operation], user, openedAt, error));
    throw error;
  }
}

/** Functions of the page in these scenarios. */
type UserFunctions = {
  readonly pageLoad: (user: number) => Promise<Measurement>;
  readonly operate: (spec: UserSpec) => Promise<Measurement>;
};
const functionsOf = (page: Page) => callerOf<UserFunctions>(page, settings.scenario);

/** Opens the page and waits until its transport is connected. */
async function open(page: Page, user: number): Promise<Measurement> {
  page.setDefaultTimeout(settings.timeoutMs);
  return openUnwatched(page, async () => {
    await page.goto('/', { timeout: settings.timeoutMs });
    await page.evaluate(() => window.holbench.ready);
    return functionsOf(page)('pageLoad', user);
  });
}

/** A failure that the page could not measure itself, timed from outside. */
function failed(label: string, user: number, sinceMs: number, error: unknown): Measurement {
  const afterMs = performance.now() - sinceMs;
  const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  // The page's own connection times out before the user does.
  const isTimeout = afterMs >= settings.timeoutMs || /timed out/i.test(reason);
  return {
    label,
    user,
    index: 0,
    intendedAtMs: performance.timeOrigin + sinceMs,
    outcome: { status: 'failed', code: isTimeout ? 'timeout' : 'page', reason, afterMs },
  };
}

async function record(...measurements: Measurement[]): Promise<void> {
  const lines = measurements.map((measurement) => `${JSON.stringify(measurement)}\n`).join('');
  if (settings.samplesPath) await appendFile(settings.samplesPath, lines);
  else process.stdout.write(lines);
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
