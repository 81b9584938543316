import type { MessagePath, Passage } from '@holbench/results/message-path';
import {
  type Captures,
  type Exchange,
  exchangesOverQuic,
  exchangesOverTcp,
  type StreamEnd,
} from './exchanges.ts';
import { Flow, type SeenPassage } from './flow.ts';
import { CLOCK_MS, handled, matched, type SeenLoad, type SentLoad } from './matched.ts';
import type { Direction } from './parts.ts';
import type { SocketState } from './sockets.ts';
import type { Transport, WirePacket } from './wire/packet.ts';

/** What was recorded of a phase. */
export interface PhaseRecording extends Captures {
  readonly transport: Transport;
  /** In which the transfer moves. */
  readonly direction: Direction;
  /** Of the transfer's sender, in order of time; empty where none told, and of QUIC. */
  readonly sockets: readonly SocketState[];
  /** When the server handled loads, in ms since 1970: those of all phases. */
  readonly handledAtMs: readonly number[];
  /** When the phase ended, with the connections of its pages, in ms since 1970. */
  readonly endedAtMs: number;
}

export interface FoundPaths {
  /** Aligned with the loads; null for one that was not found. */
  readonly paths: readonly (MessagePath | null)[];
  /** Why some are missing, a line each. */
  readonly problems: readonly string[];
}

/** A socket's state tells of a moment so near: the sampler asks every 30 ms, and answers take some. */
const NEAR_MS = 60;

/**
 * The paths of loads, from what was recorded of a phase.
 * @param loads of the page in it, in the order of sending.
 */
export function messagePaths(recording: PhaseRecording, loads: readonly SentLoad[]): FoundPaths {
  const { transport, direction, handledAtMs, endedAtMs } = recording;
  const exchanges =
    transport === 'tcp' ? exchangesOverTcp(recording) : exchangesOverQuic(recording);
  const flows = new Flows(recording);
  const seen = matched(loads, exchanges, direction).map(
    (exchange) => exchange && seenOf(exchange, flows),
  );
  // A load that was never handled would else have the stamp of one of the next phase.
  const ofPhase = handledAtMs.filter((at) => at <= endedAtMs);
  const times = handled(seen.map(asLoad), ofPhase);
  const paths = loads.map((load, index) => {
    const [found, handledMs] = [seen[index], times[index]];
    if (!found) return null;
    const path = pathOf(load, found, { recording, flows, handledMs: handledMs ?? null });
    return isInOrder(path, load) ? path : 'out of order';
  });
  const all = loads.length;
  const lost = all - seen.filter((load) => load !== null).length;
  const unordered = paths.filter((path) => path === 'out of order').length;
  const unhandled = times.filter((time, index) => time === null && seen[index]).length;
  const unseen = seen.filter((load) => load !== null && isUnseen(load, direction)).length;
  return {
    paths: paths.map((path) => (path === 'out of order' ? null : path)),
    problems: [
      ...(lost > 0 ? [`${lost} of ${all} loads were not found in the captures`] : []),
      ...(unseen > 0
        ? [`${unseen} of ${all} loads: a device did not see all of their packets`]
        : []),
      ...(unordered > 0 ? [`${unordered} of ${all} loads: points of the path out of order`] : []),
      ...(unhandled > 0 ? [`${unhandled} of ${all} loads: no time stamp of the server`] : []),
    ],
  };
}

/** A load whose request was found. */
interface Seen {
  readonly exchange: Exchange;
  readonly request: SeenPassage | null;
  readonly answer: SeenPassage | null;
}

/** Both directions of each connection. */
class Flows {
  readonly #captures: Captures;
  readonly #made = new Map<string, Flow>();

  constructor(captures: Captures) {
    this.#captures = captures;
  }

  of(port: number, direction: Direction): Flow {
    const key = `${port} ${direction}`;
    const made = this.#made.get(key) ?? this.#make(port, direction);
    this.#made.set(key, made);
    return made;
  }

  #make(port: number, direction: Direction): Flow {
    const own = (packet: WirePacket) =>
      packet.port === port && packet.fromClient === (direction === 'upload');
    const { client, server } = this.#captures;
    const [sent, arrived] = direction === 'upload' ? [client, server] : [server, client];
    return new Flow(sent.filter(own), arrived.filter(own));
  }
}

function seenOf(exchange: Exchange, flows: Flows): Seen {
  const { port, request, answer } = exchange;
  const passage = (direction: Direction, { stream, end }: StreamEnd) =>
    flows.of(port, direction).passage(stream, end);
  return {
    exchange,
    request: passage('upload', request),
    answer: answer && passage('download', answer),
  };
}

/** What is to be taken apart was found on the wire, and not its passage. */
function isUnseen({ exchange, request, answer }: Seen, direction: Direction): boolean {
  return direction === 'download' ? exchange.answer !== null && answer === null : request === null;
}

function asLoad(seen: Seen | null): SeenLoad | null {
  if (!seen?.request) return null;
  return { arrivedMs: seen.request.inOrderMs, answerSentMs: seen.answer?.sentMs ?? null };
}

interface Surroundings {
  readonly recording: PhaseRecording;
  readonly flows: Flows;
  /** In ms since 1970. */
  readonly handledMs: number | null;
}

function pathOf(
  { intendedAtMs }: SentLoad,
  { exchange, request, answer }: Seen,
  { recording, flows, handledMs }: Surroundings,
): MessagePath {
  const { direction, sockets } = recording;
  const isDownload = direction === 'download';
  const givenMs = isDownload ? handledMs : intendedAtMs;
  const own = isDownload ? exchange.answer : exchange.request;
  const states = sockets.filter(({ port }) => port === exchange.port);
  const seen = isDownload ? answer : request;
  const accepted =
    seen && own && givenMs !== null ? acceptedIn(states, own, [givenMs, seen.sentMs]) : null;
  const relative = (passage: SeenPassage | null, isOwn: boolean): Passage | null =>
    passage && {
      accepted: isOwn && accepted ? since(accepted, intendedAtMs) : null,
      ...since(passage, intendedAtMs),
      packetBytes: passage.packetBytes,
    };
  const flow = flows.of(exchange.port, direction);
  const bytes = isDownload ? (exchange.answer?.bytes ?? 0) : 0;
  return {
    request: relative(request, !isDownload),
    handledMs: handledMs === null ? null : microseconds(handledMs - intendedAtMs),
    answer: relative(answer, isDownload),
    inTheWay:
      seen && givenMs !== null
        ? {
            ...socketAt(states, givenMs),
            aheadBytes: Math.max(0, flow.deliveredBytes(givenMs, seen.inOrderMs) - bytes),
          }
        : null,
  };
}

/**
 * Between which times the kernel took a last byte, after the program gave it and before it was sent: at
 * first it had none of the bytes that it may be, and then all of them.
 */
function acceptedIn(
  states: readonly SocketState[],
  { from, end }: StreamEnd,
  [givenMs, sentMs]: readonly [number, number],
): { fromMs: number; toMs: number } | null {
  if (states.length === 0) return null;
  const without = states.findLast(({ takenBytes }) => takenBytes <= from);
  const having = states.find(({ takenBytes }) => takenBytes >= end);
  const toMs = Math.min(sentMs, having?.toMs ?? Infinity);
  const fromMs = Math.max(givenMs, without?.fromMs ?? -Infinity);
  return { fromMs: Math.min(fromMs, toMs), toMs };
}

/** The socket at a moment, as it was told last. */
function socketAt(states: readonly SocketState[], atMs: number) {
  const last = states.findLast(({ fromMs }) => fromMs <= atMs);
  const isNear = last !== undefined && atMs - last.toMs <= NEAR_MS;
  return {
    queuedBytes: isNear ? last.queuedBytes : null,
    unsentBytes: isNear ? last.unsentBytes : null,
  };
}

/** Whether each point is after the one before it, as far as they are known. */
function isInOrder(path: MessagePath, { durationMs }: SentLoad): boolean {
  const points = [
    0,
    ...pointsOf(path.request),
    ...(path.handledMs === null ? [] : [path.handledMs]),
    ...pointsOf(path.answer),
    ...(durationMs === null ? [] : [durationMs]),
  ];
  return points.every((at, index) => at >= (points[index - 1] ?? at) - CLOCK_MS);
}

function pointsOf(passage: Passage | null): number[] {
  if (passage === null) return [];
  const { accepted, sentMs, resentMs, arrivedMs, inOrderMs } = passage;
  const taken = accepted === null ? [] : [accepted.fromMs, accepted.toMs];
  return [...taken, sentMs, resentMs, arrivedMs, inOrderMs];
}

/** Times since another one. */
function since<Times extends Readonly<Record<string, number>>>(
  times: Times,
  zeroMs: number,
): Times {
  const entries = Object.entries(times).map(([name, at]) => [name, microseconds(at - zeroMs)]);
  return { ...times, ...Object.fromEntries(entries) };
}

/** To the microsecond. */
function microseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
