import type { Measurement } from '@holbench/results/sample';
import { type FanOutPhase, LABELS } from '../labels.ts';
import { fakeTexts } from '../page/fake-texts.ts';
import { measure } from '../page/measure.ts';
import { stampTitle } from '../page/mutation-stamp.ts';
import { OpenLoop } from '../page/open-loop.ts';
import { watchedCoValue } from '../page/watched-covalue.ts';
import type { PageContext } from '../port/page-context.ts';

export interface ScheduledProducerSpec {
  readonly phase: FanOutPhase;
  readonly mutations: number;
  readonly perSecond: number;
  readonly timeoutMs: number;
  readonly seed: number;
}

/**
 * The producer: mutates the watched CoValue on a schedule. A mutation is stamped with its intended
 * time, so that a wait before sending counts, too.
 * @returns when every mutation is acknowledged or past its deadline.
 */
export async function produceOnSchedule(
  { transport, list }: PageContext,
  { phase, mutations, perSecond, seed, timeoutMs }: ScheduledProducerSpec,
): Promise<Measurement[]> {
  const id = watchedCoValue(list);
  // One text for all: making more would delay the schedule.
  const [text] = await fakeTexts(seed, 1);
  if (!text) throw new Error('no text was made');

  const label = LABELS.fanOutMutate(phase);
  const clockZeroMs = performance.timeOrigin;
  return new OpenLoop({ perSecond, seed, most: mutations }, (turn) => {
    const { index } = turn;
    const title = stampTitle({ index, intendedAtMs: clockZeroMs + turn.intendedAtMs });
    const mutation = { title, preview: text.preview };
    return measure({ label, user: 0, ...turn, clockZeroMs, timeoutMs }, (signal) =>
      transport.mutate(id, mutation, signal),
    );
  }).complete();
}
