import { setTimeout as delay } from 'node:timers/promises';
import { type FanOutPhase, LABELS } from '../labels.ts';
import type { CellRun, LabPage } from '../port/cell-run.ts';
import { openPages } from '../open-pages.ts';
import type { page } from './page.ts';
import { stopReading } from './stop-reading.ts';
import { eventsOfPhase, eventsPerSecond, FILL_LIMIT_MS } from './timing.ts';

type FanOutPage = LabPage<ReturnType<typeof page>>;

/**
 * Events of 100 000 characters that fill the buffers between the server and a page that does not
 * read: 20 MB. The largest buffering seen is 13 MB, with HTTP/3 and its proxy.
 */
const LARGE_EVENTS = 200;

/** A mutation unacknowledged for this long waits for the stopped subscriber. */
const PATIENCE_MS = 2_000;

/**
 * One page mutates a CoValue on schedule; other pages, each a separate user, receive the events. In
 * the second phase one of them has stopped reading, and its queue in the server is full. The others
 * unsubscribe while it is filled, because they would multiply the traffic. After the second phase
 * the stopped one reads again, and the waiting events must arrive.
 */
export async function drive(run: CellRun): Promise<void> {
  const { fanOut: count, factors } = run.cell;
  if (count === null) throw new Error(`${run.cell.id} has no number of subscribers`);
  const browser = await run.browser();
  const [producer, ...subscribers] = await openPages<ReturnType<typeof page>>(
    run,
    browser,
    1 + count,
  );
  if (!producer) throw new Error('no page was opened');
  const pages = { producer, perSecond: eventsPerSecond(count, run.cell.network.profile) };

  await runPhase(run, { ...pages, phase: 'before', subscribers });

  const stopped = subscribers.pop();
  if (!stopped) throw new Error('no subscriber to stop');
  await subscribe(run, 'after', stopped, count);
  const readOn = await stopReading(stopped.page);
  await producer.call('fillQueue', {
    largeEvents: LARGE_EVENTS,
    smallEvents: factors.subscriberQueueEvents,
    patienceMs: PATIENCE_MS,
    limitMs: FILL_LIMIT_MS,
  });
  await runPhase(run, { ...pages, phase: 'after', subscribers, afterWindow: readOn });
}

interface PhasePages {
  readonly phase: FanOutPhase;
  readonly producer: FanOutPage;
  readonly perSecond: number;
  /** The subscribers that read. */
  readonly subscribers: readonly FanOutPage[];
  readonly afterWindow?: () => Promise<void>;
}

async function runPhase(run: CellRun, pages: PhasePages): Promise<void> {
  const { phase, producer, perSecond, subscribers, afterWindow } = pages;
  const { seed, workload } = run.cell;
  await Promise.all(subscribers.map((page, index) => subscribe(run, phase, page, index + 1)));

  const { mutations, warmup } = eventsOfPhase(perSecond, workload);
  const windowMs = (1_000 * mutations) / perSecond;
  // With the policy `block` a mutation waits until the stopped one reads again, after the window.
  const timeoutMs = windowMs + run.timeoutMs;
  const produced = producer.call('produceOnSchedule', {
    phase,
    mutations,
    perSecond,
    seed,
    timeoutMs,
  });
  const received = subscribers.map((page) =>
    page.call('received', { mutations, timeoutMs: windowMs + timeoutMs }),
  );
  const measured = Promise.all([produced, ...received]);
  await Promise.all([measured, afterWindow && delay(windowMs).then(afterWindow)]);
  for (const measurements of await measured) run.record(measurements, { warmup });
}

/** Resolves when the subscription is confirmed. */
async function subscribe(
  run: CellRun,
  phase: FanOutPhase,
  page: FanOutPage,
  user: number,
): Promise<void> {
  const { kind, seed } = run.cell;
  const label = LABELS.fanOutDeliver(phase);
  const spec = { kind, seed, timeoutMs: run.timeoutMs, user, label };
  await page.call('subscribe', spec);
}
