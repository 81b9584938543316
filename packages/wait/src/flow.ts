import type { Passage } from '@holbench/results/message-path';
import { Covered } from './covered.ts';
import type { Span, WirePacket } from './wire/packet.ts';

/** The points of a passage that captures show, in ms since 1970. */
export type SeenPassage = Omit<Passage, 'accepted'>;

/** From a time on, so many bytes. */
interface Step {
  readonly atMs: number;
  readonly bytes: number;
}

/** Bytes of a stream that a packet carried first, and where they are in all that its connection sent. */
interface Piece extends Span {
  readonly atMs: number;
  readonly position: number;
}

/** One direction of a connection, as both devices saw it. */
export class Flow {
  readonly #sentAtMs: ReadonlyMap<string, number>;
  /** By stream, each in its own order: nothing of a stream is sent before what is in front of it. */
  readonly #sent: ReadonlyMap<number, readonly Piece[]>;
  readonly #arrivals: readonly WirePacket[];
  /** Without a gap, by stream. */
  readonly #inOrder = new Map<number, Step[]>();
  /** The same in the order in which the connection first sent its bytes. */
  readonly #inConnectionOrder: Step[] = [];
  /** In any order. */
  readonly #delivered: Step[] = [];

  /** @param sent packets of this connection and direction at the sender's device, `arrived` those at the receiver's. */
  constructor(sent: readonly WirePacket[], arrived: readonly WirePacket[]) {
    this.#sentAtMs = new Map(sent.map(({ id, atMs }) => [id, atMs]));
    this.#sent = Map.groupBy(newlySent(sent, coveredBy(arrived)), ({ stream }) => stream);
    this.#arrivals = arrived;
    this.#arrive();
  }

  /** How a stream's byte before `end` came to the other side; null where a device did not see it. */
  passage(stream: number, end: number): SeenPassage | null {
    const sent = this.#pieceBefore(stream, end);
    const arrival = this.#arrivals.find(({ spans }) =>
      spans.some((span) => span.stream === stream && span.from < end && span.to >= end),
    );
    const inOrderMs = firstAt(this.#inOrder.get(stream) ?? [], end);
    if (sent === null || arrival === undefined || inOrderMs === null) return null;
    const resentMs = this.#sentAtMs.get(arrival.id);
    if (resentMs === undefined) return null;
    const position = sent.position + (end - sent.from);
    const inConnectionOrderMs = firstAt(this.#inConnectionOrder, position);
    if (inConnectionOrderMs === null) return null;
    return {
      sentMs: sent.atMs,
      resentMs,
      arrivedMs: arrival.atMs,
      inOrderMs,
      inConnectionOrderMs,
      packetBytes: arrival.bytes,
    };
  }

  /** Bytes that arrived after the first time and up to the second, each byte once. */
  deliveredBytes(afterMs: number, toMs: number): number {
    return lastAt(this.#delivered, toMs) - lastAt(this.#delivered, afterMs);
  }

  #arrive(): void {
    const streams = new Map<number, Covered>();
    const connection = new Covered();
    let delivered = 0;
    for (const { atMs, spans } of this.#arrivals) {
      for (const span of spans) {
        const covered = streams.get(span.stream) ?? new Covered();
        streams.set(span.stream, covered);
        for (const { from, to } of covered.add(span)) {
          delivered += to - from;
          for (const piece of this.#positions({ ...span, from, to })) connection.add(piece);
        }
        const steps = this.#inOrder.get(span.stream) ?? [];
        this.#inOrder.set(span.stream, steps);
        grow(steps, { atMs, bytes: covered.inOrder });
      }
      grow(this.#inConnectionOrder, { atMs, bytes: connection.inOrder });
      grow(this.#delivered, { atMs, bytes: delivered });
    }
  }

  /** Where the bytes of a span are in all that the connection sent. */
  #positions({ stream, from, to }: Span): { from: number; to: number }[] {
    const pieces = this.#sent.get(stream) ?? [];
    const found: { from: number; to: number }[] = [];
    for (
      let index = firstIndex(pieces, (piece) => piece.to > from);
      index < pieces.length;
      index += 1
    ) {
      const piece = pieces[index];
      if (!piece || piece.from >= to) break;
      const start = piece.position - piece.from;
      found.push({
        from: start + Math.max(from, piece.from),
        to: start + Math.min(to, piece.to),
      });
    }
    return found;
  }

  #pieceBefore(stream: number, end: number): Piece | null {
    const pieces = this.#sent.get(stream) ?? [];
    const piece = pieces[firstIndex(pieces, ({ to }) => to >= end)];
    return piece && piece.from < end ? piece : null;
  }
}

/** What arrived of each stream. */
function coveredBy(arrived: readonly WirePacket[]): ReadonlyMap<number, Covered> {
  const streams = new Map<number, Covered>();
  for (const span of arrived.flatMap(({ spans }) => spans)) {
    const covered = streams.get(span.stream) ?? new Covered();
    streams.set(span.stream, covered);
    covered.add(span);
  }
  return streams;
}

/**
 * What packets carried for the first time, in the order of sending. Bytes that never arrive have no place:
 * QUIC does not send those of a stream again that was given up, and nothing waits for them.
 */
function newlySent(sent: readonly WirePacket[], arrived: ReadonlyMap<number, Covered>): Piece[] {
  const ends = new Map<number, number>();
  let position = 0;
  return sent.flatMap(({ atMs, spans }) =>
    spans.flatMap(({ stream, from, to }): Piece[] => {
      const fresh = Math.max(from, ends.get(stream) ?? 0);
      if (fresh >= to) return [];
      ends.set(stream, to);
      const came = arrived.get(stream)?.common({ from: fresh, to }) ?? [];
      return came.map((each) => {
        const piece = { atMs, stream, ...each, position };
        position += each.to - each.from;
        return piece;
      });
    }),
  );
}

function grow(steps: Step[], step: Step): void {
  if (step.bytes > (steps.at(-1)?.bytes ?? 0)) steps.push(step);
}

/** When there were so many bytes; null: never. */
function firstAt(steps: readonly Step[], bytes: number): number | null {
  return steps[firstIndex(steps, (step) => step.bytes >= bytes)]?.atMs ?? null;
}

/** How many bytes there were at a time. */
function lastAt(steps: readonly Step[], atMs: number): number {
  return steps[firstIndex(steps, (step) => step.atMs > atMs) - 1]?.bytes ?? 0;
}

/** Index of the first that holds, of a list in which all after it do, too; its length without one. */
function firstIndex<Each>(list: readonly Each[], holds: (each: Each) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const each = list[middle];
    if (each !== undefined && holds(each)) high = middle;
    else low = middle + 1;
  }
  return low;
}
