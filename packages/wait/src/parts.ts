import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import type { Sample } from '@holbench/results/sample';
import type { Passage } from '@holbench/results/message-path';
import { rateOf } from '@holbench/results/rate-of';

/**
 * Where a message can wait, in the order of its path. Beside a download its answer is taken apart, and
 * its request is one part; beside an upload it is the other way round.
 *
 * - `request`: from the page until the server has the answer.
 * - `application`: until the sender's kernel has taken the last byte; queues of the program, of its
 *   library and of the proxy.
 * - `send-buffer`: in the socket until it is sent: no room in the congestion window.
 * - `sender`: both of them, where they cannot be told apart: QUIC, and sockets that told nothing for 100 ms.
 * - `path`: propagation, and the time that its packet takes at the rate of the link.
 * - `queue`: all else from device to device.
 * - `retransmission`: until a lost packet was sent again, or what was lost before it had arrived.
 * - `receiver`: from its device until the page (or the server's handler) has it.
 * - `answer`: from there until the page has the answer.
 */
export const PARTS = [
  'request',
  'application',
  'send-buffer',
  'sender',
  'path',
  'queue',
  'retransmission',
  'receiver',
  'answer',
] as const;
export type WaitPart = (typeof PARTS)[number];

/** Milliseconds, by part; they add up to the wait of the message. */
export type WaitParts = Readonly<Partial<Record<WaitPart, number>>>;

/** In which the transfer moves, and so the direction that is taken apart. */
export type Direction = 'download' | 'upload';

/**
 * The parts of a message's wait; null for one without an answer, or whose path is not known. They are
 * differences of successive times, and so add up to its duration.
 */
export function partsOf(
  { outcome, way }: Pick<Sample, 'outcome' | 'way'>,
  { down, up }: Pick<NetworkProfile, 'down' | 'up'>,
  direction: Direction,
): WaitParts | null {
  if (outcome.status !== 'ok' || !way || way.handledMs === null) return null;
  const { durationMs } = outcome;
  const { handledMs, request, answer } = way;
  if (direction === 'download') {
    if (answer === null) return null;
    const parts = ofPassage(answer, { givenMs: handledMs, takenMs: durationMs }, down);
    return { request: handledMs, ...parts };
  }
  if (request === null) return null;
  const parts = ofPassage(request, { givenMs: 0, takenMs: handledMs }, up);
  return { ...parts, answer: durationMs - handledMs };
}

/**
 * The kernel took a message at some time in between: of a longer one its middle would be a guess. Readings
 * of a socket are about 40 ms apart.
 */
const MOST_UNSURE_MS = 100;

/** When a program gave its last byte, and the other one had it. */
interface Ends {
  readonly givenMs: number;
  readonly takenMs: number;
}

function ofPassage(passage: Passage, { givenMs, takenMs }: Ends, link: LinkDirection): WaitParts {
  const { accepted, sentMs, resentMs, arrivedMs, inOrderMs, packetBytes } = passage;
  const onLinkMs = arrivedMs - resentMs;
  const pathMs = Math.min(onLinkMs, emptyLinkMs(link, packetBytes));
  return {
    ...atSender(accepted, givenMs, sentMs),
    path: pathMs,
    queue: onLinkMs - pathMs,
    retransmission: resentMs - sentMs + (inOrderMs - arrivedMs),
    receiver: takenMs - inOrderMs,
  };
}

function atSender(accepted: Passage['accepted'], givenMs: number, sentMs: number): WaitParts {
  if (accepted === null || accepted.toMs - accepted.fromMs > MOST_UNSURE_MS) {
    return { sender: sentMs - givenMs };
  }
  const acceptedMs = (accepted.fromMs + accepted.toMs) / 2;
  return { application: acceptedMs - givenMs, 'send-buffer': sentMs - acceptedMs };
}

/** What a packet takes over an empty link, in ms. */
function emptyLinkMs(link: LinkDirection, bytes: number): number {
  const rate = rateOf(link);
  return link.delayMs + (rate === null ? 0 : (bytes * 8) / rate.meanKbps);
}
