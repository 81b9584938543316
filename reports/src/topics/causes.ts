import type { AnswerRow } from './topic.ts';
import type { WaitPart } from '@holbench/wait/parts';
import type { Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { beyondAlone, isTypical, waitsAt } from '../verdicts/wait.ts';

/** What a transfer makes a small message wait for, in the words of the first screen. */
export interface Cause {
  readonly name: string;
  readonly parts: readonly WaitPart[];
}

export const CAUSES: readonly Cause[] = [
  {
    name: 'data that the sender has buffered',
    parts: ['send-buffer', 'application', 'sender'],
  },
  { name: 'the link’s own queue', parts: ['queue'] },
  { name: 'waiting for a retransmission', parts: ['retransmission'] },
  { name: 'the way to the server and back', parts: ['receiver', 'request', 'answer', 'path'] },
];

/** How much of what a transfer adds is which cause: shares that add up to 1; none where that is not known. */
export function causesOf(
  { relation }: Pick<Report, 'relation'>,
  place: Place,
  { variant, arm }: Pick<AnswerRow, 'variant' | 'arm'>,
): { readonly cause: Cause; readonly share: number }[] {
  const own = (messages: 'during' | 'alone') =>
    waitsAt(relation, place, messages).find((each) => each.variant === variant && each.arm === arm);
  const waits = own('during');
  if (waits === undefined || !isTypical(waits)) return [];
  const parts = beyondAlone(waits, own('alone'));
  const ofCause = ({ parts: which }: Cause) =>
    parts
      .filter(({ part }) => which.includes(part))
      .reduce((sum, { beyondMs }) => sum + beyondMs, 0);
  const told = CAUSES.map((cause) => ({ cause, ms: Math.max(0, ofCause(cause)) }));
  const all = told.reduce((sum, { ms }) => sum + ms, 0);
  return told.flatMap(({ cause, ms }) => (ms === 0 ? [] : [{ cause, share: ms / all }]));
}
