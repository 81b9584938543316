import type { AnswerRow } from './topic.ts';
import type { WaitPart } from '@holbench/wait/parts';
import type { Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { beyondAlone, isTypical, waitsAt } from '../verdicts/wait.ts';

/** What a transfer makes a small message wait for, in the words of the first screen. */
export interface Cause {
  readonly parts: readonly WaitPart[];
  /** After `Most of what the transfer adds`. */
  readonly is: string;
  /** In a legend. */
  readonly name: string;
  readonly fill: string;
}

export const CAUSES: readonly Cause[] = [
  {
    parts: ['application', 'send-buffer', 'sender'],
    is: 'is data that the sender has buffered',
    name: 'data that the sender has buffered',
    fill: '#f5cf57',
  },
  {
    parts: ['queue'],
    is: 'is the link’s own queue',
    name: 'the link’s own queue',
    fill: '#6db3ea',
  },
  {
    parts: ['retransmission'],
    is: 'is waiting for a retransmission',
    name: 'waiting for a retransmission',
    fill: '#f0798f',
  },
  {
    parts: ['request', 'answer', 'receiver', 'path'],
    is: 'is the way of the message to the server and back',
    name: 'the way to the server and back',
    fill: '#7cc6a4',
  },
];

/** How much of what a transfer adds is which cause: shares that add up to 1; none where that is not known. */
export function causesOf(
  { relation }: Pick<Report, 'relation'>,
  place: Place,
  { variant, arm }: Pick<AnswerRow, 'variant' | 'arm'>,
): { readonly cause: Cause; readonly share: number }[] {
  const own = (messages: 'middle' | 'alone') =>
    waitsAt(relation, place, messages).find((each) => each.variant === variant && each.arm === arm);
  const waits = own('middle');
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
