import { setTimeout as delay } from 'node:timers/promises';
import type { WindowCount } from '@holbench/results/operation-window';
import type { Measurement } from '@holbench/results/sample';
import { derivedSeed } from '@holbench/stats/derived-seed';
import type { Browser } from 'playwright-core';
import { LABELS } from '../labels.ts';
import { assertMemoryFor, openPages } from '../open-pages.ts';
import type { CellRun, LabPage } from '../port/cell-run.ts';
import type { CrowdSpec, page } from './page.ts';
import {
  LEAD_SECONDS,
  LOADS,
  LOADS_PER_SECOND,
  USERS_PER_BROWSER,
  WARMUP_LOADS,
} from './windows.ts';

type User = LabPage<ReturnType<typeof page>>;

/** One server whose users become more. All stay: each subscribes, and loads on a schedule of its own. */
export async function drive(run: CellRun): Promise<void> {
  const crowd = run.cell.workload.crowd.toSorted((a, b) => a - b);
  assertMemoryFor(Math.max(0, ...crowd));
  const users: User[] = [];
  let browser: Browser | null = null;
  for (const count of crowd) {
    const before = users.length;
    while (users.length < count) {
      const inBrowser = users.length % USERS_PER_BROWSER;
      if (browser === null) browser = await run.browser();
      // The first is at the client's side itself, where what arrives is counted.
      else if (inBrowser === 0) browser = await run.browser(await run.addClient());
      const next = Math.min(USERS_PER_BROWSER - inBrowser, count - users.length);
      users.push(...(await openPages<ReturnType<typeof page>>(run, browser, next)));
    }
    const added = users.slice(before);
    await Promise.all(added.map((user, index) => subscribe(run, user, before + index)));
    await warmUp(run, added, before);
    await window(run, users);
  }
}

async function subscribe(run: CellRun, { call }: User, user: number): Promise<void> {
  const { kind, seed } = run.cell;
  await call('subscribe', { kind, seed, timeoutMs: run.timeoutMs, user, label: 'crowd' });
}

async function warmUp(run: CellRun, users: readonly User[], first: number): Promise<void> {
  const { loads } = begin(run, users, first, {
    label: 'warm-up',
    perSecond: 10,
    loads: WARMUP_LOADS,
  });
  run.record(await loads, { warmup: true });
}

async function window(run: CellRun, users: readonly User[]): Promise<void> {
  const clients = users.length;
  const { beginsAtMs, loads } = begin(run, users, 0, {
    label: LABELS.crowdLoad(clients),
    perSecond: LOADS_PER_SECOND,
    loads: Math.ceil(LOADS_PER_SECOND * run.cell.workload.windowSeconds),
  });
  await delay(beginsAtMs - Date.now());
  await run.recordWindow({ label: LOADS, clients }, async () => {
    const startedAt = performance.now();
    const measurements = await loads;
    run.record(measurements);
    return countOf(measurements, (performance.now() - startedAt) / 1_000);
  });
}

/** All users begin at one moment, of which each hears before. */
function begin(
  { cell, timeoutMs }: CellRun,
  users: readonly User[],
  first: number,
  spec: Pick<CrowdSpec, 'label' | 'perSecond' | 'loads'>,
): { readonly beginsAtMs: number; readonly loads: Promise<Measurement[]> } {
  const beginsAtMs = Date.now() + 1_000 * LEAD_SECONDS;
  const all = users.map(({ call }, index) => {
    const user = first + index;
    const seed = derivedSeed(spec.label, String(cell.seed), String(user));
    return call('loadOnSchedule', { ...spec, user, seed, beginsAtMs, timeoutMs });
  });
  const loads = Promise.all(all).then((each) => each.flat());
  // A page may fail before anybody waits.
  loads.catch(() => {});
  return { beginsAtMs, loads };
}

function countOf(measurements: readonly Measurement[], seconds: number): WindowCount {
  const failures = measurements.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.reason : [],
  );
  return {
    seconds,
    operations: measurements.length - failures.length,
    failed: failures.length,
    failure: failures[0] ?? '',
    bytes: measurements.reduce(
      (sum, { outcome }) => sum + (outcome.status === 'ok' ? outcome.bytes : 0),
      0,
    ),
  };
}
