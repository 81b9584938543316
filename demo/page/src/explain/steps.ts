import type { Protocol } from '@holbench/variants/protocols';
import { type WaitPart, PARTS } from '@holbench/wait/parts';
import type { Race, RaceLane, RaceMessage } from '../../../src/race/race.ts';
import { formatWait } from '../format-wait.ts';
import { LEAST_MS, type Step } from './stations.ts';

/** What the transport does with the bytes, whichever message it is. */
export const HOW_IT_SENDS: Readonly<Record<Protocol, string>> = {
  websocket:
    'One connection with one stream. Messages and pieces of files leave in the order in which they were written, and a lost packet stops everything behind it.',
  'http/1.1':
    'Up to six connections. A message takes another one than the transfer, so they share the link and nothing else, until transfers use all six.',
  h2: 'One connection with many streams. The server may send them in turns, but TCP below knows one order: a lost packet stops all streams.',
  h3: 'One connection with many streams, over UDP. Each stream has an order of its own, so a lost packet stops its own stream only.',
  webtransport:
    'One connection with many streams, over UDP. Each stream has an order of its own, so a lost packet stops its own stream only.',
};

type Told = Pick<RaceMessage, 'parts' | 'ahead' | 'sparedMs'>;

/** The path of a message, part by part; empty where it was not recorded. */
export function stepsOf(
  message: Told,
  direction: Race['direction'],
  lane: Pick<RaceLane, 'protocol'>,
): Step[] {
  let atMs = 0;
  return PARTS.flatMap((part): Step[] => {
    const ms = message.parts?.[part] ?? 0;
    const beganMs = atMs;
    atMs += ms;
    const text = TEXTS[part](formatWait(ms), message, { direction, ...lane });
    return ms < LEAST_MS ? [] : [{ part, ms, atMs: beganMs, text }];
  });
}

interface Where {
  readonly direction: Race['direction'];
  readonly protocol: Protocol;
}

const TEXTS: Readonly<Record<WaitPart, (wait: string, of: Told, where: Where) => string>> = {
  request: (wait) =>
    `The page asks. ${wait} later the server has the answer: the way there, and the time until the server reads it.`,
  application: (wait, { ahead }, { direction }) =>
    `${wait} in the program that sends it, as the kernel takes no more. ${aheadText(ahead?.deliveredBytes, direction, 'in front of it')}.`,
  'send-buffer': (wait, { ahead }, { direction }) =>
    `${wait} in the kernel’s send buffer, as TCP sends what its window allows. ${aheadText(ahead?.unsentBytes ?? undefined, direction, 'unsent in that socket when the message was ready')}.`,
  sender: (wait, { ahead }, { direction }) =>
    `${wait} at the sender, in its queues or for its congestion window. ${aheadText(ahead?.deliveredBytes, direction, 'delivered before it')}.`,
  path: (wait) => `${wait} on the link: that is how long an empty one takes.`,
  queue: (wait) => `${wait} in the queue of the link.`,
  retransmission: (wait, _, { protocol }) =>
    protocol === 'h3' || protocol === 'webtransport'
      ? `${wait} for a lost packet of its own stream.`
      : `${wait} for a lost packet: its own, or one before it. Until that is sent again, nothing behind it is given to the page.`,
  receiver: (wait) => `${wait} until the receiver’s program has it.`,
  answer: (wait) => `The server answers, and the page has the answer ${wait} later.`,
};

function aheadText(bytes: number | undefined, direction: Race['direction'], where: string): string {
  return bytes === undefined
    ? `How much of the ${direction} was ${where} is not known`
    : `${Math.round(bytes / 1_000)} kB of the ${direction} were ${where}`;
}

/** What streams did for it; '' where no lost packet of another stream was before it. */
export function sparedText({ sparedMs = 0 }: Told): string {
  return sparedMs < LEAST_MS
    ? ''
    : `A packet before it was lost, in another stream. In one stream the message would have waited ${formatWait(sparedMs)} longer; in a stream of its own it did not.`;
}
