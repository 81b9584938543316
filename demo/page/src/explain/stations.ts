import type { RaceMessage } from '../../../src/race/race.ts';
import type { WaitPart } from '@holbench/wait/parts';

/** Where a message is, in the order of its path. */
export const STATIONS = {
  page: 'asked for',
  program: 'sender’s program',
  buffer: 'send buffer',
  link: 'link',
  held: 'waits for a lost packet',
  end: 'received',
} as const;
export type Station = keyof typeof STATIONS;

const STATION_OF: Readonly<Record<WaitPart, Station>> = {
  request: 'page',
  application: 'program',
  'send-buffer': 'buffer',
  // QUIC keeps in its program what TCP keeps in the socket.
  sender: 'program',
  path: 'link',
  queue: 'link',
  retransmission: 'held',
  receiver: 'end',
  answer: 'end',
};

/** A step of a message's path, in plain words. */
export interface Step {
  readonly part: WaitPart;
  readonly ms: number;
  /** When it begins, in ms since the message was to be sent. */
  readonly atMs: number;
  readonly text: string;
}

/** A message at a moment of its path. */
export interface MessageMoment {
  readonly station: Station;
  /** Its step; null: before the first, or after the last. */
  readonly step: Step | null;
  /** Bytes of the transfer that are still in front of it, by where they are. */
  readonly ahead: Readonly<Record<'program' | 'buffer' | 'link', number>>;
  /** Whose order a lost packet holds back now: that of the message, or of the transfer alone; null: none is known. */
  readonly lost: 'message' | 'transfer' | null;
}

/** Shorter parts are not told: a picture does not show them. */
export const LEAST_MS = 1;

/**
 * @param steps of its way, with a transfer in the direction of its answer.
 * @param atMs since it was to be sent.
 */
export function messageAt(
  { ahead, sparedMs = 0 }: Pick<RaceMessage, 'ahead' | 'sparedMs'>,
  steps: readonly Step[],
  atMs: number,
): MessageMoment {
  const step = steps.findLast((each) => each.atMs <= atMs) ?? null;
  const last = steps.at(-1);
  const isOver = last !== undefined && atMs >= last.atMs + last.ms;
  const station = isOver ? 'end' : step === null ? 'page' : STATION_OF[step.part];
  const isSent = ['link', 'held', 'end'].includes(station);
  return {
    station,
    step: isOver ? null : step,
    ahead: aheadAt(ahead, steps, atMs),
    lost: station === 'held' ? 'message' : isSent && sparedMs >= LEAST_MS ? 'transfer' : null,
  };
}

/**
 * What was in front of it leaves from the time when the answer was ready until the message itself is sent. When
 * each byte left was not recorded: they are drawn as if at a steady rate, the first of them first.
 */
function aheadAt(
  ahead: RaceMessage['ahead'],
  steps: readonly Step[],
  atMs: number,
): MessageMoment['ahead'] {
  const waits = steps.filter(({ part }) => ['program', 'buffer'].includes(STATION_OF[part]));
  const [first, last] = [waits[0], waits.at(-1)];
  if (ahead === undefined || first === undefined || last === undefined) {
    return { program: 0, buffer: 0, link: 0 };
  }
  const [fromMs, toMs] = [first.atMs, last.atMs + last.ms];
  const gone = Math.min(1, Math.max(0, (atMs - fromMs) / Math.max(1, toMs - fromMs)));
  const all = ahead.deliveredBytes;
  const queued = Math.min(all, ahead.queuedBytes ?? 0);
  const unsent = Math.min(queued, ahead.unsentBytes ?? 0);
  // From the front: what is under way leaves first, what the program holds last.
  let left = gone * all;
  const rest = (bytes: number): number => {
    const taken = Math.min(left, bytes);
    left -= taken;
    return bytes - taken;
  };
  const link = rest(queued - unsent);
  const buffer = rest(unsent);
  return { link, buffer, program: rest(all - queued) };
}
