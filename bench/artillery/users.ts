import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { letIn } from '@holbench/harness/let-in';
import { openUnwatched } from '@holbench/harness/network-inspection';
import { FULL_FILE_BYTES } from '@holbench/protocol/wire-limits';
import type { Measurement, PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import type { UserSpec } from '@holbench/scenarios/families/users/page';
import { callerOf } from '@holbench/scenarios/port/call-page';
import type { Page } from '@playwright/test';

type Operation = 'load' | 'create';

/** What Artillery hands over beside the page. */
interface VirtualUser {
  readonly vars: { readonly target: string };
}

/** Functions of the page in these scenarios. */
type UserFunctions = {
  readonly pageLoad: (user: number) => Promise<Measurement>;
  readonly operate: (spec: UserSpec) => Promise<Measurement>;
};

/** Users of this process so far. */
let arrived = 0;
let beginning: Promise<Plan> | null = null;

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
  const { bench, scenario, seed, timeoutMs, fileBytes, token } = await (beginning ??= begin());
  const spec: UserSpec = { kind, user, timeoutMs, seed: seed + user, fileBytes };
  const call = callerOf<UserFunctions>(page, scenario);
  await letIn(page.context(), { origin, token });
  const opened = await timed(LABELS.pageLoad, user, timeoutMs, () =>
    open(page, timeoutMs, () => call('pageLoad', user)),
  );
  if (opened.error !== undefined) {
    await send(bench, [opened.measurement, { ...opened.measurement, label: LABELS[operation] }]);
    throw opened.error;
  }
  // On its way while the operation begins, at once.
  const sending = send(bench, [opened.measurement]);
  sending.catch(() => {});
  const operated = await timed(LABELS[operation], user, timeoutMs, () => call('operate', spec));
  await Promise.all([sending, send(bench, [operated.measurement])]);
  if (operated.error !== undefined) throw operated.error;
}

interface Plan {
  /** Whose functions the page is asked for, such as "1b". */
  readonly scenario: string;
  /** Time limit of opening the page, and of the operation. */
  readonly timeoutMs: number;
  /** User n loads or creates by `seed + n`. */
  readonly seed: number;
  /** Size of a created file. */
  readonly fileBytes: number;
  /** By which pages are let in; undefined: none is needed. */
  readonly token: string | undefined;
  /** Where measurements go; null by hand: standard output. */
  readonly bench: Socket | null;
}

/**
 * By variables of the environment, of the bench or by hand.
 * @throws Error for one that is missing, or no number.
 */
async function begin(): Promise<Plan> {
  const { [TOKEN_VARIABLE]: token, HOLBENCH_SCENARIO: scenario, HOLBENCH_SAMPLES } = process.env;
  if (!scenario)
    throw new Error('HOLBENCH_SCENARIO must name a scenario of users (docs/several-machines.md)');
  return {
    scenario,
    timeoutMs: number('HOLBENCH_TIMEOUT_MS', 300_000),
    seed: number('HOLBENCH_SEED', 1),
    fileBytes: number('HOLBENCH_FILE_BYTES', FULL_FILE_BYTES),
    token,
    bench: HOLBENCH_SAMPLES === undefined ? null : await join(HOLBENCH_SAMPLES),
  };
}

async function join(path: string): Promise<Socket> {
  const bench = connect(path);
  await once(bench, 'connect');
  bench.on('error', () => {}).unref();
  return bench;
}

/** Opens the page and waits until its transport is connected. */
async function open(
  page: Page,
  timeoutMs: number,
  measure: () => Promise<Measurement>,
): Promise<Measurement> {
  page.setDefaultTimeout(timeoutMs);
  return openUnwatched(page, async () => {
    await page.goto('/', { timeout: timeoutMs });
    await page.evaluate(() => window.holbench.ready);
    return measure();
  });
}

/** What the page measured, or a failure that it could not measure itself, timed from outside. */
async function timed(
  label: string,
  user: number,
  timeoutMs: number,
  work: () => Promise<Measurement>,
): Promise<{ readonly measurement: Measurement; readonly error?: Error }> {
  const sinceMs = performance.now();
  try {
    return { measurement: await work() };
  } catch (thrown) {
    const afterMs = performance.now() - sinceMs;
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    // The message may be empty, or begin with an empty line.
    const reason = error.message.split('\n').find((line) => line.trim() !== '') ?? error.name;
    // The page's own connection times out before the user does.
    const isTimeout = afterMs >= timeoutMs || /timed out/i.test(reason);
    const code = isTimeout ? 'timeout' : 'page';
    const outcome = { status: 'failed', code, reason, afterMs } as const;
    const intendedAtMs = performance.timeOrigin + sinceMs;
    return { measurement: { label, user, index: 0, intendedAtMs, outcome }, error };
  }
}

async function send(bench: Socket | null, measurements: readonly Measurement[]): Promise<void> {
  const lines = measurements.map((each) => `${JSON.stringify(each)}\n`).join('');
  const to = bench ?? process.stdout;
  await new Promise<void>((resolve, reject) => {
    to.write(lines, (error) => (error ? reject(error) : resolve()));
  });
}

function number(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number from 0`);
  return value;
}
