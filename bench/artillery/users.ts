import { setTimeout as delay } from 'node:timers/promises';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import type { Measurement, PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import type { UserSpec } from '@holbench/scenarios/families/users/page';
import { callerOf } from '@holbench/scenarios/port/call-page';
import { CollectorConnection } from '@holbench/harness/collect/collector-connection';
import { userOf } from '@holbench/harness/collect/users-of';
import { letIn } from '@holbench/harness/let-in';
import { openUnwatched } from '@holbench/harness/network-inspection';
import type { Page } from '@playwright/test';
import { planByHand, type WorkerPlan } from './plan-by-hand.ts';

const token = process.env[TOKEN_VARIABLE];

/** Null: a person runs Artillery by hand. */
const collector = CollectorConnection.of(process.env, token);

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

/** Users of this worker so far. */
let arrived = 0;
let beginning: Promise<WorkerPlan> | null = null;

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
  const nth = arrived;
  arrived += 1;
  beginning ??= begin(`${operation}-${kind}`, page.context().browser()?.version() ?? 'unknown');
  const plan = await beginning;
  const user = userOf(plan.worker, plan.workers, nth);
  // Artillery gives all workers as many users as the one that has most.
  if (user >= plan.users) return;
  await turnOf(user, plan);
  const { scenario, seed, timeoutMs, fileBytes } = plan;
  const spec: UserSpec = { kind, user, timeoutMs, seed: seed + user, fileBytes };
  const call = callerOf<UserFunctions>(page, scenario);
  await letIn(page.context(), { origin, token: plan.token ?? undefined });
  const opened = await timed(LABELS.pageLoad, user, timeoutMs, () =>
    open(page, timeoutMs, () => call('pageLoad', user)),
  );
  if (opened.error !== undefined) {
    await send([opened.measurement, { ...opened.measurement, label: LABELS[operation] }]);
    throw opened.error;
  }
  // On its way while the operation begins, at once.
  const sending = send([opened.measurement]);
  sending.catch(() => {});
  const operated = await timed(LABELS[operation], user, timeoutMs, () => call('operate', spec));
  await Promise.all([sending, send([operated.measurement])]);
  if (operated.error !== undefined) throw operated.error;
}

/** The plan, once all workers have come and the first user's time has. */
async function begin(name: string, browser: string): Promise<WorkerPlan> {
  if (collector === null) return planByHand(token);
  const { plan, worker, inMs, token: ofPages } = await collector.join({ name, browser });
  console.log(`worker ${worker} (from 0) of ${plan.workers}`);
  await delay(inMs);
  return { ...plan, worker, token: ofPages, beganAt: performance.now() };
}

/**
 * Users of several workers arrive evenly as a whole: each has a time of its own, which is never before
 * Artillery lets it come. With one worker Artillery's time is the user's.
 */
async function turnOf(
  user: number,
  { workers, users, arrivalSeconds, beganAt }: WorkerPlan,
): Promise<void> {
  if (workers === 1) return;
  const at = beganAt + (user / users) * arrivalSeconds * 1_000;
  await delay(Math.max(0, at - performance.now()));
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

async function send(measurements: readonly Measurement[]): Promise<void> {
  if (collector) await collector.send(measurements);
  else for (const each of measurements) console.log(JSON.stringify(each));
}
