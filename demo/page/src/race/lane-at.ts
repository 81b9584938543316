import { USUAL_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import type { RaceLane, RaceMessage } from '../../../src/race/race.ts';
import { type WaitPart, PARTS } from '@holbench/wait/parts';
import { type Median, medianSoFar, type Wait } from './median-so-far.ts';

/** What is known of a lane at a moment of its race. Of what comes later nothing is told. */
export interface LaneMoment {
  /** Messages that were sent, each with what it has waited so far. */
  readonly sent: readonly SentMessage[];
  /** How many of them have no answer yet. */
  readonly waiting: number;
  /** Median wait of those sent alone, and of those sent beside the transfer; null without any. */
  readonly alone: Median | null;
  readonly beside: Median | null;
  /** Bytes that the transfer has moved, and its goodput since it began. */
  readonly movedBytes: number;
  readonly goodputMbps: number;
  /** Mean parts of the answered messages beside the transfer that were sent last; empty where none is known. */
  readonly parts: readonly LanePart[];
}

/** A message that waits is given up after some time, and then waits no longer. */
export interface SentMessage extends Wait {
  readonly sentMs: number;
}

export interface LanePart {
  readonly part: WaitPart;
  readonly ms: number;
}

/** Messages whose parts are shown: of about two seconds. */
const PARTS_OF = 20;

/** @param atMs since the race began. */
export function laneAt(lane: RaceLane, aloneMs: number, atMs: number): LaneMoment {
  const sent = lane.messages
    .filter(({ sentMs, failed }) => sentMs <= atMs && failed === undefined)
    .map((message): SentMessage => {
      const answered = isAnswered(message, atMs);
      const waitMs = answered
        ? (message.waitMs ?? 0)
        : Math.min(USUAL_DEADLINE_MS, atMs - message.sentMs);
      return { sentMs: message.sentMs, waitMs, answered };
    });
  // Between both, the transfer has been asked for and has not begun.
  const besideMs = lane.besideMs ?? Infinity;
  const [alone, beside] = [
    sent.filter(({ sentMs }) => sentMs < aloneMs),
    sent.filter(({ sentMs }) => sentMs >= besideMs),
  ];
  const { fromMs, binMs, bytes } = movedUntil(lane, atMs);
  const movedBytes = bytes.reduce((sum, each) => sum + each, 0);
  return {
    sent,
    waiting: sent.filter(({ answered }) => !answered).length,
    alone: medianSoFar(alone),
    beside: medianSoFar(beside),
    movedBytes,
    goodputMbps:
      movedBytes === 0 ? 0 : (8 * movedBytes) / (fromMs + bytes.length * binMs - besideMs) / 1_000,
    parts: partsIn(lane.messages, besideMs, atMs),
  };
}

/** The bins of the transfer that are complete. */
export function movedUntil({ bulk }: RaceLane, atMs: number): NonNullable<RaceLane['bulk']> {
  if (bulk === null) return { fromMs: 0, binMs: 1, bytes: [] };
  const { fromMs, binMs, bytes } = bulk;
  return { fromMs, binMs, bytes: bytes.slice(0, Math.max(0, Math.floor((atMs - fromMs) / binMs))) };
}

function isAnswered({ sentMs, waitMs }: RaceMessage, atMs: number): boolean {
  return waitMs !== null && sentMs + waitMs <= atMs;
}

function partsIn(messages: readonly RaceMessage[], besideMs: number, atMs: number): LanePart[] {
  const last = messages
    .filter((message) => message.sentMs >= besideMs && isAnswered(message, atMs))
    .slice(-PARTS_OF)
    .flatMap(({ parts }) => parts ?? []);
  return PARTS.flatMap((part): LanePart[] => {
    const ms = last.reduce((sum, parts) => sum + (parts[part] ?? 0), 0) / last.length;
    return ms > 0 ? [{ part, ms }] : [];
  });
}
