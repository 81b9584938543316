import type { Measurement } from '@holbench/results/sample';
import { measure } from '../page/measure.ts';
import { OpenLoop } from '../page/open-loop.ts';
import { pickCoValues } from '../page/pick-covalues.ts';
import { subscriberPage } from '../page/subscriber.ts';
import type { PageContext } from '../port/page-context.ts';

/** Loads of one user on a schedule. */
export interface CrowdSpec {
  readonly label: string;
  readonly user: number;
  /** The same moment for all pages, in ms since the Unix epoch. */
  readonly beginsAtMs: number;
  readonly perSecond: number;
  readonly loads: number;
  /** Of the moments, and of what is loaded. */
  readonly seed: number;
  readonly timeoutMs: number;
}

/** CoValues that a user loads by turns. */
const COVALUES = 20;

/** A user of many, who subscribes to a CoValue and loads others. */
export const page = (context: PageContext) => ({
  subscribe: subscriberPage(context).subscribe,
  loadOnSchedule: (spec: CrowdSpec) => loadOnSchedule(context, spec),
});

async function loadOnSchedule(
  { transport, list }: PageContext,
  { label, user, beginsAtMs, perSecond, loads, seed, timeoutMs }: CrowdSpec,
): Promise<Measurement[]> {
  const ids = pickCoValues(list, 'text', seed, Math.min(COVALUES, list.length));
  // Many pages share a cell.
  const clockZeroMs = performance.timeOrigin;
  const schedule = { perSecond, seed, most: loads, beginsAtMs: beginsAtMs - clockZeroMs };
  return new OpenLoop(schedule, (turn) => {
    const id = ids[turn.index % ids.length];
    return measure({ label, user, ...turn, clockZeroMs, timeoutMs }, (signal) => {
      if (id === undefined) throw new RangeError('the list is empty');
      return transport.load(id, signal);
    });
  }).complete();
}
